type Child = Node | string
type Attributes = Readonly<Record<string, string>>

/** An element with its attributes and what is in it. Texts stay texts: none of them is read as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** A picture that says nothing by itself, of lines in a square of 24. */
export function icon(path: string): SVGElement {
  const picture = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'aria-hidden': 'true' }
  return shape('svg', picture, shape('path', { d: path }))
}

/** The mark of Rollkey, as web/ui/logo.tsx has it. */
export function drawLogo(): SVGElement {
  const picture = { viewBox: '0 0 32 32', width: '32', height: '32', fill: 'none', 'aria-hidden': 'true' }
  return shape(
    'svg',
    picture,
    shape('rect', { width: '32', height: '32', rx: '7', fill: '#FFB31A' }),
    shape(
      'g',
      { stroke: '#13201A', 'stroke-width': '3' },
      shape('circle', { cx: '11.5', cy: '9.75', r: '4' }),
      shape('path', { d: 'M11.5 13.75V27.5M11.5 17.5H25M11.5 22H20M11.5 26H23' }),
    ),
  )
}

function shape(tag: string, attributes: Attributes, ...children: readonly SVGElement[]): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}
