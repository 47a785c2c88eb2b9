// Stands in the login's page below its shell, and runs before the first paint: the tab that was used last is open at once.
try {
  const other = document.getElementById('shell-of-organisation')
  if (localStorage.getItem('rollkey-category') === 'ORG' && other instanceof HTMLTemplateElement)
    document.getElementById('shell')?.replaceChildren(other.content)
} catch {
  // Storage may be blocked; then the first tab is open.
}
