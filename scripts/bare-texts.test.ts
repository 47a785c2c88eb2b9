import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/**
 * A browser that translates puts each text into an element of its own. React then no longer finds a text that stands beside
 * other things: it fails when it removes it, or goes on writing into one that no longer shows. A text that changes therefore is
 * the only child of its element.
 */

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)

/** Names of props and variables that hold elements, by the words of this project. */
const elementNames = /(^|\.)(dialogs?|icon|cells|back|end|action|cancel|field|foot|banner|note|modeSwitch|children)$/

/** The elements of a source where a text that changes stands beside something else, as `line <name> text`. */
function findBareTexts(source: string): string[] {
  const found: string[] = []
  const see = (node: Node): void => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const { start, end } of bareTextsOf(node, source))
        found.push(`${source.slice(0, start).split('\n').length} ${source.slice(start, end)}`)
    }
    for (const value of Object.values(node)) for (const child of nodesOf(value)) see(child)
  }
  for (const node of nodesOf(parseSync('source.tsx', source, { lang: 'tsx' }).program.body)) see(node)
  return found
}

function bareTextsOf(element: Node, source: string): Node[] {
  const children = nodesOf(element.children).filter((child) => !isLineBreak(child) && !isComment(child))
  const isAlone = children.length === 1 && element.type === 'JSXElement'
  if (isAlone) return []
  const changing = children.filter(({ type }) => type === 'JSXExpressionContainer')
  const isBeside = children.some(({ type, value }) => type === 'JSXText' && String(value).trim() !== '')
  const bare = changing.filter(({ expression }) => !isElement(expression as Node, source))
  // A text that never changes is in the way of what comes and goes before it.
  const comesAndGoes = changing.filter(({ expression }) => (expression as Node).type !== 'Literal')
  return isBeside ? comesAndGoes : bare
}

const isLineBreak = ({ type, value }: Node) => type === 'JSXText' && /^\s*$/.test(String(value))
const isComment = ({ expression }: Node) => isNode(expression) && expression.type === 'JSXEmptyExpression'

/** Whether an expression draws elements, or nothing. */
function isElement(node: Node, source: string): boolean {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true
    case 'Literal':
      // {' '} keeps two words apart, and never changes.
      return typeof node.value !== 'number'
    case 'ParenthesizedExpression':
      return isElement(node.expression as Node, source)
    case 'LogicalExpression':
      return isElement(node.right as Node, source) && (node.operator === '&&' || isElement(node.left as Node, source))
    case 'ConditionalExpression':
      return isElement(node.consequent as Node, source) && isElement(node.alternate as Node, source)
    case 'CallExpression':
      return /\.map\($/.test(source.slice(node.start, nodesOf(node.arguments)[0]?.start))
    default:
      return elementNames.test(source.slice(node.start, node.end)) || source.slice(node.start, node.end) === 'undefined'
  }
}

const screens = globSync('web/**/*.tsx').filter((file) => !/\.browser\.test\.tsx$|^web.testing/.test(file))

test('a text that changes stands alone in its element, on every screen', () => {
  expect(screens.length).toBeGreaterThan(200)
  const found = screens.flatMap((file) => findBareTexts(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
  expect(found).toEqual([])
})

test.each([
  ['beside an element', '<p>{count} <b>here</b></p>', true],
  ['beside another text', '<p>Here: {count}</p>', true],
  ['that comes and goes', '<p><b>Here</b>{isOld && words.old}</p>', true],
  ['in the place of an element', '<p><b>Here</b>{isOld ? words.old : <i />}</p>', true],
  ['in a fragment', '<>{words.old}</>', true],
  ['behind an element that comes and goes', '<p>{isOld && <b />} here</p>', true],
  ['alone', '<p>{words.old}</p>', false],
  ['alone, beside elements', '<p><span>{words.old}</span>{isOld && <b />}</p>', false],
  ['that never changes, beside elements that stay', '<p>Here <b>{count}</b></p>', false],
])('a text %s is told from one that stands alone', (_where, source, isFound) => {
  expect(findBareTexts(source).length > 0).toBe(isFound)
})
