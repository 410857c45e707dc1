-- The language server, from the environment of the project: .venv, or the search path.
local function program(root)
  for _, folder in ipairs({ ".venv/bin", "venv/bin", ".venv/Scripts", "venv/Scripts" }) do
    local found = vim.fs.joinpath(root, folder, "rulewright")
    if vim.fn.executable(found) == 1 then
      return found
    end
  end
  return "rulewright"
end

local function root_of(path)
  return vim.fs.root(path, { ".venv", "venv", ".git", "rulesets" }) or vim.fs.root(path, "ruleset.yaml")
end

return {
  filetypes = { "rulewright", "yaml" },
  root_dir = function(buffer, on_dir)
    local path = vim.api.nvim_buf_get_name(buffer)
    -- Of YAML files only those of rulesets: ruleset.yaml, and what lies in the folders beside it.
    local folder = vim.fs.dirname(path)
    local beside = vim.uv.fs_stat(vim.fs.joinpath(folder, "ruleset.yaml"))
    if beside or vim.uv.fs_stat(vim.fs.joinpath(vim.fs.dirname(folder), "ruleset.yaml")) then
      on_dir(root_of(path))
    end
  end,
  cmd = function(dispatchers)
    local root = root_of(vim.api.nvim_buf_get_name(0)) or vim.fn.getcwd()
    return vim.lsp.rpc.start({ program(root), "lsp" }, dispatchers, { cwd = root })
  end,
}
