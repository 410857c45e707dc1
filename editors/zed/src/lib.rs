//! Starts `rulewright lsp` from the environment of the project.

use zed_extension_api::{self as zed, settings::LspSettings, LanguageServerId, Result, Worktree};

struct Rulewright;

impl zed::Extension for Rulewright {
    fn new() -> Self {
        Rulewright
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<zed::Command> {
        let configured = LspSettings::for_worktree(id.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.binary)
            .and_then(|binary| binary.path);
        let program = configured.or_else(|| worktree.which("rulewright")).ok_or(
            "rulewright was not found: install it in the active environment, \
             or name it in the settings under lsp.rulewright.binary.path",
        )?;
        Ok(zed::Command {
            command: program,
            args: vec!["lsp".into()],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Rulewright);
