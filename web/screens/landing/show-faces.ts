import { keep } from '../../language/site-data.ts'

// faces-start.ts reads the same key before the first paint.
const storageKey = 'rollkey-faces'

/**
 * On a first visit the page is painted in fallback fonts and requests its own afterwards: otherwise a hundred kilobytes
 * of fonts would delay every word on a slow line.
 */
export function showFacesAfterFirstPaint(): void {
  new PerformanceObserver((paints, observer) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    document.documentElement.dataset.faces = ''
    document.fonts.ready.then(
      () => void keep(storageKey, ''),
      () => undefined,
    )
  }).observe({ type: 'paint', buffered: true })
}
