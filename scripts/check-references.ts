import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, posix, sep } from 'node:path'
import { problems, reasons } from '#contract/problems.ts'

/**
 * Part of `npm run lint`: everything that the project refers to must exist. It checks citations of the pages in docs/,
 * the tests that docs/rules.md names, the links of every page, the files and folders that pages name, and the texts
 * that they name by their key.
 */

export type Project = {
  /** Text by path from the root, of every file that may cite or be cited. */
  readonly files: ReadonlyMap<string, string>
  /** Whether there is such a file or folder. */
  readonly has: (path: string) => boolean
}

export type Finding = { readonly file: string; readonly line: number; readonly message: string }

const rulesPage = 'docs/rules.md'
const citedPages: ReadonlyMap<string, string> = new Map([
  ['spec', 'docs/spec.md'],
  ['protocol', 'docs/protocol.md'],
  ['rules', rulesPage],
])
const citingFile = /\.(?:ts|tsx|mjs|md|css|sql)$/
/** 'spec §4', 'protocol §2 and §2.2', 'rules R4.1'; a comment may break between the words. */
const citation =
  /\b(spec|protocol|rules|security|design)(?:\.md)?[\s*/]+((?:§|R)\d+(?:\.\d+)*(?:(?:,|\sand|\sor)[\s*/]+§\d+(?:\.\d+)*)*)/gi
const heading = /^#{1,6} +(.+)$/
const sectionNumber = /^(\d+(?:\.\d+)*)\. /
const ruleStart = /^- \*\*R(\d+(?:\.\d+)*)\.(\d+)\*\* /
const namedTest = /^ {2}- Test: "(.+)" \(([^()]+)\)$/
/** Pages about operation name these; the project does not contain them. */
const madeByTheOperator = ['deploy/.env', 'deploy/tls/']
const project = join(import.meta.dirname, '..')
const textFiles = globSync(['contract/*texts.ts', 'web/{parts,screens,kit}/**/*texts.ts'], { cwd: project })
const catalogues: Readonly<Record<string, object>> = Object.assign(
  { problems, reasons },
  ...(await Promise.all(textFiles.map((file) => import(join(project, file))))),
)

/** All references that lead nowhere, file by file. */
export function checkReferences(project: Project): Finding[] {
  const pages = [...project.files].filter(([file]) => file.endsWith('.md'))
  return [
    ...[...project.files].flatMap(([file, text]) => checkCitations(project, file, text)),
    ...checkRules(project),
    ...pages.flatMap(([file, text]) => [
      ...checkLinks(project, file, text),
      ...checkPaths(project, file, text),
      ...checkKeys(file, text),
    ]),
  ]
}

function checkCitations({ files }: Project, file: string, text: string): Finding[] {
  if (!citingFile.test(file)) return []
  return [...text.matchAll(citation)].flatMap(({ 1: word = '', 2: places = '', index }) => {
    const page = citedPages.get(word.toLowerCase())
    const known = page === undefined ? undefined : listPlaces(files.get(page) ?? '')
    return (places.match(/(?:§|R)[\d.]*\d/g) ?? []).flatMap((place) => {
      if (known?.has(place)) return []
      const reason = page === undefined ? `cite ${[...citedPages.keys()].join(', ')}` : `${page} has no ${place}`
      return [{ file, line: lineAt(text, index), message: `'${word} ${place}' leads nowhere: ${reason}` }]
    })
  })
}

/** The sections of a page, as '§4.1', and its rules, as 'R4.1.2'. */
function listPlaces(page: string): Set<string> {
  const lines = page.split('\n')
  const sections = lines.map((line) => sectionNumber.exec(heading.exec(line)?.[1] ?? '')?.[1])
  const rules = lines.map((line) => ruleStart.exec(line))
  return new Set([
    ...sections.flatMap((number) => (number === undefined ? [] : [`§${number}`])),
    ...rules.flatMap((rule) => (rule ? [`R${rule[1]}.${rule[2]}`] : [])),
  ])
}

/** Each rule is in its section, has a unique number, and names a test that exists. */
function checkRules({ files }: Project): Finding[] {
  const findings: Finding[] = []
  const report = (line: number, message: string) => findings.push({ file: rulesPage, line, message })
  const ids = new Set<string>()
  let section: string | undefined
  let open: { readonly id: string; readonly line: number; tests: number } | undefined
  const close = () => {
    if (open?.tests === 0) report(open.line, `${open.id} names no test`)
    open = undefined
  }
  for (const [index, text] of (files.get(rulesPage) ?? '').split('\n').entries()) {
    const line = index + 1
    const title = heading.exec(text)?.[1]
    if (title !== undefined) {
      close()
      section = sectionNumber.exec(title)?.[1] ?? section
    }
    const [, ofSection, number] = ruleStart.exec(text) ?? []
    if (ofSection !== undefined) {
      close()
      open = { id: `R${ofSection}.${number}`, line, tests: 0 }
      if (ofSection !== section) report(line, `${open.id} does not stand in section ${ofSection}`)
      if (ids.has(open.id)) report(line, `${open.id} is there twice`)
      ids.add(open.id)
    }
    if (!/^\s*-? ?Test:/.test(text)) continue
    const [, name, file] = namedTest.exec(text) ?? []
    if (name === undefined || file === undefined) report(line, 'A test is named as: Test: "title" (file)')
    else if (!hasTest(files.get(file) ?? '', name))
      report(line, `${file} has no test '${name}'${findTest(files, name)}`)
    else if (open) open.tests += 1
  }
  close()
  return findings
}

/** Searches the source: a title is the first argument of a call. It may be a template, in any nesting. */
export function hasTest(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const parts = source.split(`${quote}${title}${quote},`)
    return parts.slice(0, -1).some((before) => before.trimEnd().endsWith('('))
  })
}

/** The file that the test has moved to, for the message. */
function findTest(files: Project['files'], title: string): string {
  const found = [...files].filter(([file, source]) => !file.endsWith('.md') && hasTest(source, title))
  return found.length === 0 ? '' : `; it is in ${found.map(([file]) => file).join(', ')}`
}

function checkLinks({ files, has }: Project, file: string, text: string): Finding[] {
  return [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)].flatMap(({ 1: link = '', index }) => {
    const [path = '', anchor] = link.split('#')
    if (/^[a-z]+:/.test(path)) return []
    const target = path === '' ? file : posix.join(posix.dirname(file), path)
    const page = files.get(target)
    const isThere = has(target) && (anchor === undefined || page === undefined || listAnchors(page).has(anchor))
    return isThere ? [] : [{ file, line: lineAt(text, index), message: `The link '${link}' leads nowhere` }]
  })
}

/** `server/app.ts` and the like, in a folder of the project. Older entries of the changelog name what was there then. */
function checkPaths({ files, has }: Project, file: string, text: string): Finding[] {
  if (file === 'CHANGELOG.md') return []
  const folders = new Set([...files.keys()].filter((path) => path.includes('/')).map((path) => path.split('/')[0]))
  return [...text.matchAll(/`(([\w-]+)\/[\w./-]*)`/g)].flatMap(({ 1: path = '', 2: folder, index }) => {
    const isThere = !folders.has(folder) || has(path) || madeByTheOperator.includes(path)
    return isThere ? [] : [{ file, line: lineAt(text, index), message: `There is no '${path}'` }]
  })
}

/** Blanks code out, so that the text after it keeps its position. */
function withoutCode(text: string): string {
  return text.replace(/^```.*?^```|`[^`\n]+`/gms, (code) => code.replace(/[^\n]/g, ' '))
}

/** The anchors that GitHub makes of the headings. */
function listAnchors(page: string): Set<string> {
  const anchors = new Set<string>()
  for (const line of page.replace(/^```.*?^```/gms, '').split('\n')) {
    const title = heading.exec(line)?.[1]?.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    if (title === undefined) continue
    const anchor = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let unique = anchor
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`
    anchors.add(unique)
  }
  return anchors
}

/** `loginTexts.done` and similar keys that a page names as code. */
function checkKeys(file: string, text: string): Finding[] {
  return [...text.matchAll(/`(texts|problems|reasons|\w+Texts)\.(?!ts`)([\w.]+)`/g)].flatMap(
    ({ 0: code, 1: name = '', 2: path = '', index }) => {
      let place: unknown = catalogues[name]
      for (const key of path.split('.')) place = place instanceof Object ? Reflect.get(place, key) : undefined
      return place === undefined ? [{ file, line: lineAt(text, index), message: `There is no ${code}` }] : []
    },
  )
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function readProject(root: string): Project {
  // Built or installed folders are recognised by their name alone.
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')
  const names = new Set(['.git', ...ignored.map((name) => name.replace(/\/$/, ''))])
  const files = globSync('**/*.*', { cwd: root, exclude: (path) => names.has(basename(path)) })
  return {
    files: new Map(
      files
        .filter((file) => citingFile.test(file))
        .map((file) => [file.replaceAll(sep, '/'), readFileSync(join(root, file), 'utf8')]),
    ),
    has: (path) => existsSync(join(root, path)),
  }
}

if (import.meta.main) {
  const findings = checkReferences(readProject(join(import.meta.dirname, '..')))
  for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`)
  if (findings.length > 0) process.exitCode = 1
}
