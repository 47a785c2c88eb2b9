/** Written before this script by the build (web/build/starting-pages.ts): the files of each screen, by the pattern of its address. */
declare const filesOfScreens: readonly (readonly [pattern: string, files: readonly string[]])[]

const own = filesOfScreens.find(([pattern]) => new RegExp(pattern).test(location.pathname))
for (const file of own?.[1] ?? []) {
  const link = document.createElement('link')
  link.crossOrigin = ''
  link.href = file
  if (file.endsWith('.css')) {
    link.rel = 'preload'
    link.as = 'style'
  } else link.rel = 'modulepreload'
  document.body.append(link)
}
