// Runs before the first paint. Once the faces have come they are in the browser's cache, and need not wait for landing.ts.
try {
  if (localStorage.getItem('rollkey-faces') !== null) document.documentElement.dataset.faces = ''
} catch {
  // Storage may be forbidden; then every visit is a first one.
}
