// Runs before the first paint, ahead of every module: a remembered theme must not flash in late.
try {
  const theme = localStorage.getItem('rollkey-theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the system's theme is fine.
}
