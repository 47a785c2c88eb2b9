// faces-start.ts reads the same key before the first paint.
const storageKey = 'rollkey-faces'

/**
 * On a first visit the page is painted in its stand-ins and asks for its faces after that: a hundred kilobytes of fonts
 * on a slow line would otherwise hold back every word.
 */
export function showFacesAfterFirstPaint(): void {
  new PerformanceObserver((paints, observer) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    document.documentElement.dataset.faces = ''
    document.fonts.ready.then(rememberFaces, () => undefined)
  }).observe({ type: 'paint', buffered: true })
}

function rememberFaces(): void {
  try {
    localStorage.setItem(storageKey, '')
  } catch {
    // Storage may be forbidden; the next visit is a first one again.
  }
}
