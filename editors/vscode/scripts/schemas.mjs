// Copies the schemas of the checkout into the extension, and adds one for files with one scenario or several.
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const from = join(here, "..", "..", "schemas");
const to = join(here, "schemas");
mkdirSync(to, { recursive: true });
for (const name of readdirSync(from).filter((one) => one.endsWith(".schema.json"))) {
  cpSync(join(from, name), join(to, name));
}
const either = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "scenarios/*.yaml: one scenario, or several under `scenarios`",
  if: { required: ["scenarios"] },
  then: { $ref: "scenarios.schema.json" },
  else: { $ref: "scenario.schema.json" },
};
writeFileSync(join(to, "scenario-file.schema.json"), `${JSON.stringify(either, null, 2)}\n`);
cpSync(join(here, "..", "..", "LICENSE"), join(here, "LICENSE"));
