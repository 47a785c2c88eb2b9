import { expect, test } from 'vitest'
import { checkReferences } from './check-references.ts'

/** The sign is separate, so that the lint does not read these as citations of the project. */
const sign = '§'
const rule = 'R4.'

const rules = `# Rules

## 4. Calls

- **R4.1** Wrong passwords are counted.
  - Test: "counts" (server/count.test.ts)
- **R4.2** They end after a while.
  - Test: "ends after \${minutes} minutes" (server/count.test.ts)

### 4.1. Limits

### More of it
`

const sound = {
  'docs/spec.md': '# Product\n\n## 2. Screens\n',
  'docs/protocol.md': '# Protocol\n\n## 2. Transport\n\n### 2.1. Cookie\n',
  'docs/rules.md': rules,
  'server/count.test.ts': `test('counts', run)\ntest(\`ends after \${minutes} minutes\`, run)\nconst counted = ['seven', 'eight']\n`,
}

/** The findings for the sound project with these files added or replaced. */
function check(changed: Readonly<Record<string, string>>): string[] {
  const files = new Map(Object.entries({ ...sound, ...changed }))
  const findings = checkReferences({ files, has: (path) => files.has(path) || path === 'docs' })
  return findings.map(({ file, line, message }) => `${file}:${line}: ${message}`)
}

test('a project whose references all exist has no findings', () => {
  expect(check({})).toEqual([])
})

test('a citation leads to a section that there is', () => {
  const cite = (places: string) => check({ 'web/a.tsx': `\n// (${places})\n` })
  expect(cite(`spec ${sign}2, protocol ${sign}2 and ${sign}2.1, Rules ${sign}4.1, rules ${rule}2`)).toEqual([])
  expect(cite(`spec ${sign}3`)).toEqual([`web/a.tsx:2: 'spec ${sign}3' leads nowhere: docs/spec.md has no ${sign}3`])
  expect(cite(`protocol ${sign}2 and ${sign}9`)).toHaveLength(1)
  expect(cite(`rules ${rule}3`)).toHaveLength(1)
  expect(cite(`protocol\n * ${sign}9`)).toHaveLength(1)
  expect(cite(`protocol ${sign}2,\n * ${sign}9`)).toHaveLength(1)
})

test('a page that the project does not have cannot be cited', () => {
  const cited = check({ 'server/a.sql': `-- security ${sign}4` })
  expect(cited).toEqual([`server/a.sql:1: 'security ${sign}4' leads nowhere: cite spec, protocol, rules`])
})

test('citations of standards are not checked', () => {
  expect(check({ 'server/a.ts': `// WebAuthn L3 ${sign}7.1, RFC 4180 ${sign}2` })).toEqual([])
})

test.each([
  ['names no test', '  - Test: "counts" (server/count.test.ts)\n', '', 'docs/rules.md:5: R4.1 names no test'],
  ['names what is no test', '"counts"', '"seven"', "docs/rules.md:6: server/count.test.ts has no test 'seven'"],
  ['names one that is not there', '"counts"', '"count"', "docs/rules.md:6: server/count.test.ts has no test 'count'"],
  [
    'names a file that is not there',
    'counts" (server',
    'counts" (web',
    "docs/rules.md:6: web/count.test.ts has no test 'counts'; it is in server/count.test.ts",
  ],
  ['names one in another form', '"counts"', 'counts', 'docs/rules.md:6: A test is named as: Test: "title" (file)'],
  ['has the number of another', 'R4.2', 'R4.1', 'docs/rules.md:7: R4.1 is there twice'],
  ['stands elsewhere', 'R4.2', 'R4.1.1', 'docs/rules.md:7: R4.1.1 does not stand in section 4.1'],
])('a rule that %s is reported', (_, from, to, finding) => {
  const findings = check({ 'docs/rules.md': rules.replace(from, to) })
  expect(findings.filter((one) => one.startsWith(finding))).toHaveLength(1)
})

test('a link leads to a file, and to a heading where it names one', () => {
  const link = (target: string) => check({ 'docs/page.md': `# Two words, one \`code\`\n\n[a](${target})\n` })
  for (const target of ['spec.md', '../docs', '#two-words-one-code', 'protocol.md#21-cookie', 'https://a.example/b']) {
    expect(link(target)).toEqual([])
  }
  for (const target of ['gone.md', '../spec.md', '#three-words', 'protocol.md#21-cookies']) {
    expect(link(target)).toEqual([`docs/page.md:3: The link '${target}' leads nowhere`])
  }
})

test('text in code that looks like a link is not checked', () => {
  expect(check({ 'README.md': '`[a](gone.md)`\n\n```\n[a](gone.md)\n```\n' })).toEqual([])
})

test('a file or folder that a page names must exist', () => {
  const name = (path: string) => check({ 'docs/page.md': `\n\`${path}\`` })
  for (const path of ['server/count.test.ts', 'text/html', 'count.ts', 'deploy/.env']) expect(name(path)).toEqual([])
  expect(name('server/gone.ts')).toEqual(["docs/page.md:2: There is no 'server/gone.ts'"])
  expect(name('docs/gone/')).toEqual(["docs/page.md:2: There is no 'docs/gone/'"])
  expect(check({ 'CHANGELOG.md': '`server/gone.ts`' })).toEqual([])
})

test('a text that a page names by its key is in the catalogue', () => {
  const name = (key: string) => check({ 'docs/page.md': `\`${key}\`` })
  for (const key of ['loginTexts.done', 'texts.common', 'problems.user_invalid_token']) expect(name(key)).toEqual([])
  expect(name('loginTexts.gone')).toEqual(['docs/page.md:1: There is no `loginTexts.gone`'])
})
