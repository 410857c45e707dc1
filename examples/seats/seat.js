#!/usr/bin/env node
// A seat in JavaScript: takes the option with the lowest number, among equals the first.

const lines = require("readline").createInterface({ input: process.stdin });

const number = (option) => (typeof option.value === "number" ? option.value : 0);

function choose(question) {
  return question.options.reduce((best, option) => (number(option) < number(best) ? option : best));
}

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello" || (message.type === "error" && message.id === undefined)) {
    send({ type: "hello", protocol: 1, name: "lowest number" });
  } else if (message.type === "question" || message.type === "error") {
    send({ type: "answer", id: message.id, option: choose(message).name });
  } else if (message.type === "bye") {
    process.exit(0);
  }
});
