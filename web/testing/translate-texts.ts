/**
 * Does to the page what a browser does that translates: each text is taken out, and another one stands in an element in its
 * place. The words stay, so that every test reads what it always reads: what React lost sight of is stale, or ends the screen.
 */

const untouched = 'script, style, textarea, title, option, [translate="no"], font[data-translated]'

const observer = new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    if (type === 'characterData') translate(target)
    for (const added of addedNodes) translateAll(added)
  }
})

function translateAll(node: Node): void {
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  const found: Node[] = node.nodeType === Node.TEXT_NODE ? [node] : []
  while (texts.nextNode()) found.push(texts.currentNode)
  for (const text of found) translate(text)
}

function translate(text: Node): void {
  const parent = text.parentElement
  if (text.nodeType !== Node.TEXT_NODE || !parent || !text.nodeValue?.trim() || parent.closest(untouched)) return
  const wrapper = document.createElement('font')
  wrapper.dataset.translated = ''
  wrapper.textContent = text.nodeValue
  parent.replaceChild(wrapper, text)
}

observer.observe(document.body, { subtree: true, childList: true, characterData: true })
