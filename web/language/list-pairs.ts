type Exports = Readonly<Record<string, object>>
const hindiFiles = import.meta.glob<Exports>(['../**/*texts.hi.ts', '../../contract/*texts.hi.ts'], { eager: true })
const englishFiles = import.meta.glob<Exports>(
  ['../**/*texts.ts', '../../contract/*texts.ts', '!./texts.ts', '!../testing/**'],
  {
    eager: true,
  },
)

/** Each group of sentences by the name of its English one, with its Hindi, which `texts.hi.ts` beside `texts.ts` exports as `hindi…`. */
export function listPairs(): { readonly name: string; readonly english: object; readonly hindi: object }[] {
  return Object.entries(englishFiles).flatMap(([file, exported]) =>
    Object.entries(exported).map(([name, english]) => {
      const hindi =
        hindiFiles[file.replace(/\.ts$/, '.hi.ts')]?.[`hindi${name.replace(/^./, (first) => first.toUpperCase())}`]
      if (hindi === undefined) throw new Error(`${name} of ${file} has no Hindi beside it`)
      return { name, english, hindi }
    }),
  )
}
