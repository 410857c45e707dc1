-- Neovim takes *.rules for udev or Hog; the folder, or a ruleset.yaml above it, says what it is.
vim.filetype.add({
  pattern = {
    [".*/rules/.*%.rules"] = function(path)
      local manifest = vim.fs.joinpath(vim.fs.dirname(vim.fs.dirname(path)), "ruleset.yaml")
      return vim.uv.fs_stat(manifest) and "rulewright" or nil
    end,
  },
})
