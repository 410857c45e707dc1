/** Marks lines that neither scenarios nor random games reach. */

import * as vscode from "vscode";
import { byFile, type Coverage, explained, type NeverReached } from "./requests";
import { asRange } from "./scenarios";

/** The marks of the ruleset that was asked for last. */
export class CoverageMarks implements vscode.Disposable {
  private readonly missing = decoration("editorWarning.foreground", "diffEditor.removedLineBackground");
  private readonly explainedAway = decoration("editorInfo.foreground", "editor.hoverHighlightBackground");
  private readonly subscriptions: vscode.Disposable[];
  private marks: ReturnType<typeof byFile> = new Map();

  constructor() {
    this.subscriptions = [
      vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
      // Marks say where lines were when the games were played: an edit makes those of the file wrong.
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.contentChanges.length && this.marks.delete(event.document.uri.toString())) {
          this.draw();
        }
      }),
    ];
  }

  /** Mark what was never reached. */
  show(coverage: Coverage): void {
    const found = byFile(coverage);
    this.marks = new Map([...found].map(([uri, marks]) => [vscode.Uri.parse(uri).toString(), marks]));
    this.draw();
  }

  /** Remove all marks. */
  hide(): void {
    this.marks = new Map();
    this.draw();
  }

  dispose(): void {
    vscode.Disposable.from(this.missing, this.explainedAway, ...this.subscriptions).dispose();
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const marks = this.marks.get(editor.document.uri.toString()) ?? [];
      const options = (of: (never: NeverReached) => boolean): vscode.DecorationOptions[] =>
        marks
          .filter((mark) => of(mark.never))
          .map((mark) => ({ range: asRange(mark.location.range), hoverMessage: explained(mark.never) }));
      editor.setDecorations(this.missing, options((never) => !never.reason));
      editor.setDecorations(this.explainedAway, options((never) => never.reason !== ""));
    }
  }
}

function decoration(ruler: string, background: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor(background),
    overviewRulerColor: new vscode.ThemeColor(ruler),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
}
