// Types into the search of the documentation site, without a browser: SITE.JS INDEX.JS WORDS...; prints for each the
// titles of the first three finds.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const [script, index, ...several] = process.argv.slice(2);

const element = () => ({
  dataset: {}, children: [], textContent: "", handlers: {}, value: "",
  append(...more) { this.children.push(...more); },
  replaceChildren(...more) { this.children = more; },
  addEventListener(name, handler) { this.handlers[name] = handler; },
  querySelector() { return input; },
});
const input = element(), form = element(), list = element();
form.dataset = { root: "", index };
form.querySelector = () => input;
const window = {};
const document = {
  querySelector: () => form, getElementById: () => list, createElement: element, addEventListener() {},
  head: {
    append(loaded) {
      vm.runInNewContext(readFileSync(loaded.src, "utf-8"), { window });
      loaded.onload();
    },
  },
};
vm.runInNewContext(readFileSync(script, "utf-8"), { document, window, Map, Object, Promise, Array, Math });
for (const typed of several) {
  input.value = typed;
  await input.handlers.input();
  const items = list.children[0].children || [];
  console.log(items.slice(0, 3).map((item) => item.children[0].textContent).join("|"));
}
