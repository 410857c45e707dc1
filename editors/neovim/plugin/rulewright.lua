-- Starts the server, and shows what it says beyond the protocol: games in a terminal, results of scenarios.
if vim.fn.has("nvim-0.11") == 0 then
  vim.notify("rulewright: the language server needs Neovim 0.11; rules are highlighted only.")
  return
end

vim.lsp.enable("rulewright")

local function ask(command, arguments, done)
  local client = vim.lsp.get_clients({ bufnr = 0, name = "rulewright" })[1]
  if not client then
    vim.notify("The language server is not running here.", vim.log.levels.WARN)
    return
  end
  client:request("workspace/executeCommand", { command = command, arguments = arguments }, function(problem, answer)
    if problem then
      vim.notify(problem.message, vim.log.levels.WARN)
    else
      done(answer)
    end
  end)
end

local function play(launch)
  vim.cmd.new()
  vim.fn.jobstart(launch.command, { cwd = launch.folder, term = true })
  vim.cmd.startinsert()
end

local function show(run)
  local failed = {}
  for _, one in ipairs(run.results) do
    if not one.passed then
      local place = one.location and one.location.range.start or { line = 0 }
      local file = one.location and vim.uri_to_fname(one.location.uri) or nil
      table.insert(failed, { filename = file, lnum = place.line + 1, text = one.name .. ": " .. table.concat(one.lines, " ") })
    end
  end
  vim.fn.setqflist({}, " ", { title = "Scenarios", items = failed })
  vim.notify(("%d passed, %d failed"):format(run.passed, run.failed))
  if #failed > 0 then
    vim.cmd.copen()
  end
end

-- What stands above a rule: `vim.lsp.codelens.run()`. What comes of it is shown here, so the server need not say it.
for name, done in pairs({ play = play, test = show }) do
  vim.lsp.commands["rulewright." .. name] = function(command)
    ask(command.command, { vim.tbl_extend("force", command.arguments[1], { show = false }) }, done)
  end
end

local function here()
  return { { uri = vim.uri_from_bufnr(0), line = vim.api.nvim_win_get_cursor(0)[1] - 1 } }
end

vim.api.nvim_create_autocmd("LspAttach", {
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if not client or client.name ~= "rulewright" then
      return
    end
    if client:supports_method("textDocument/inlayHint") then
      vim.lsp.inlay_hint.enable(true, { bufnr = event.buf })
    end
    if client:supports_method("textDocument/codeLens") then
      vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "BufWritePost" }, {
        buffer = event.buf,
        callback = function()
          vim.lsp.codelens.refresh({ bufnr = event.buf })
        end,
      })
      vim.lsp.codelens.refresh({ bufnr = event.buf })
    end
    vim.api.nvim_buf_create_user_command(event.buf, "RulewrightPlay", function()
      ask("rulewright.play", here(), play)
    end, { desc = "Play in a terminal" })
    vim.api.nvim_buf_create_user_command(event.buf, "RulewrightTest", function()
      ask("rulewright.test", here(), show)
    end, { desc = "Run the scenarios of this ruleset" })
  end,
})
