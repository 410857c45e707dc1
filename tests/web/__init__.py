"""Tables in the browser: what pages are sent and may ask for, what is kept, what attacks achieve."""
