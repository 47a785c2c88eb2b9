// Runs before the first paint. Fonts that were loaded before are in the browser's cache, and need not wait for
// landing.ts.
try {
  if (localStorage.getItem('rollkey-faces') !== null) document.documentElement.dataset.faces = ''
} catch {
  // Storage may be blocked; then every visit is a first one.
}
