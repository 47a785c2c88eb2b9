// Stands in the login's page below its shell, and runs before the first paint: the tab that was used last is open at once.
// An institute's code is for students. A script inside a page imports nothing: web/build/login-pages.test.ts holds the name.
try {
  const other = document.getElementById('shell-of-organisation')
  const isOfOrganisation =
    localStorage.getItem('rollkey-category') === 'ORG' && !new URLSearchParams(location.search).has('code')
  if (isOfOrganisation && other instanceof HTMLTemplateElement)
    document.getElementById('shell')?.replaceChildren(other.content)
} catch {
  // Storage may be blocked; then the first tab is open.
}
