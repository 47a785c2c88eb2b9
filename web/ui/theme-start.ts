// Runs before the first paint, ahead of every module: a remembered theme must not appear late.
try {
  const theme = localStorage.getItem('rollkey-theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be blocked; then the system's theme is used.
}
