/** The parts of `vscode` that the extension uses, without an editor: what it shows is kept, to be looked at. */

export class Range {
  constructor(
    readonly startLine: number,
    readonly startCharacter: number,
    readonly endLine: number,
    readonly endCharacter: number,
  ) {}
}

export class Uri {
  private constructor(private readonly text: string) {}

  static parse = (text: string): Uri => new Uri(text);
  toString = (): string => this.text;
}

export class Location {
  constructor(
    readonly uri: Uri,
    readonly range: Range,
  ) {}
}

export class TestMessage {
  location?: Location;

  constructor(readonly message: string) {}
}

export class TestRunRequest {
  constructor(
    readonly include?: TestItem[],
    readonly exclude?: TestItem[],
  ) {}
}

export const TestRunProfileKind = { Run: 1 };
export const OverviewRulerLane = { Left: 1 };
export const ViewColumn = { Beside: -2 };

export class ThemeColor {
  constructor(readonly id: string) {}
}

export const Disposable = {
  from: (...all: { dispose(): void }[]) => ({ dispose: () => all.forEach((one) => one.dispose()) }),
};

class TestItems extends Map<string, TestItem> {
  replace(items: TestItem[]): void {
    this.clear();
    items.forEach((item) => this.set(item.id, item));
  }
}

export interface TestItem {
  id: string;
  label: string;
  uri: Uri;
  parent?: TestItem;
  children: TestItems;
  range?: Range;
  error?: string;
}

/** What became of the test items in all runs, in order. */
export const verdicts: [string, string, TestMessage?][] = [];

export const tests = {
  createTestController: () => {
    const items = new TestItems();
    let run: ((request: TestRunRequest) => Promise<void>) | undefined;
    const own = {
      items,
      refreshHandler: undefined as (() => Promise<void>) | undefined,
      resolveHandler: undefined as ((item?: TestItem) => Promise<void>) | undefined,
      createTestItem: (id: string, label: string, uri: Uri): TestItem => {
        const item: TestItem = { id, label, uri, children: new TestItems() };
        const replace = item.children.replace.bind(item.children);
        item.children.replace = (all) => {
          all.forEach((one) => (one.parent = item));
          replace(all);
        };
        return item;
      },
      createRunProfile: (_label: string, _kind: number, handler: typeof run) => (run = handler),
      createTestRun: () => ({
        started: () => undefined,
        passed: (item: TestItem) => verdicts.push([item.id, "passed"]),
        failed: (item: TestItem, message: TestMessage) => verdicts.push([item.id, "failed", message]),
        errored: (item: TestItem, message: TestMessage) => verdicts.push([item.id, "errored", message]),
        skipped: (item: TestItem) => verdicts.push([item.id, "skipped"]),
        end: () => undefined,
      }),
      run: (request: TestRunRequest) => run?.(request),
      dispose: () => undefined,
    };
    controllers.push(own);
    return own;
  },
};

/** The test controllers that were made. */
export const controllers: any[] = [];

type Decorated = { range: Range; hoverMessage: string };

export class Editor {
  /** What is marked in each style. */
  marked = new Map<object, Decorated[]>();
  document: { uri: Uri };

  constructor(uri: string) {
    this.document = { uri: Uri.parse(uri) };
  }

  setDecorations = (style: object, marks: Decorated[]): unknown => this.marked.set(style, marks);
}

const listeners: ((event: any) => void)[] = [];
const listen = (listener: (event: any) => void): { dispose(): void } => {
  listeners.push(listener);
  return { dispose: () => undefined };
};

/** Pretend that something was typed into a file. */
export const typed = (uri: string): void =>
  listeners.forEach((listener) => listener({ document: { uri: Uri.parse(uri) }, contentChanges: [{}] }));

export const window = {
  visibleTextEditors: [] as Editor[],
  createTextEditorDecorationType: (style: object) => ({ style, dispose: () => undefined }),
  onDidChangeVisibleTextEditors: () => ({ dispose: () => undefined }),
};
export const workspace = { onDidChangeTextDocument: listen };
export const commands = { executeCommand: async () => undefined };
