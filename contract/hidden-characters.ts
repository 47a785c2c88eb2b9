/** Invisible characters: with them two names could look alike, or a name could look empty. */

/** Format characters, and what Unicode has renderers ignore: zero-width characters, fillers, soft hyphens, tags, joiners. */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/v
const hiddenEnd = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+$/v

/** Scripts that join their letters: U+200C between two of them keeps them apart, as Persian needs it. */
const joiningScripts = ['Arabic', 'Syriac', 'Nko', 'Adlam', 'Hanifi_Rohingya', 'Mongolian']

/** Scripts that stack their consonants: a joiner beside a virama chooses the form, as Hindi needs it. */
const stackingScripts = [
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Khmer', 'Myanmar'],
]

/** The places where hidden characters are allowed: single, and with two exceptions within a word. */
const belonging = [
  ...joiningScripts.map(
    (script) => String.raw`(?<=[[\p{L}\p{M}]&&\p{scx=${script}}])\u200c(?=[\p{L}&&\p{scx=${script}}])`,
  ),
  ...stackingScripts.flatMap((script) => [
    String.raw`(?<=[\p{Mn}&&\p{scx=${script}}])[\u200c\u200d](?=[\p{L}&&\p{scx=${script}}])`,
    // Before the virama, as in Bengali.
    String.raw`(?<=[\p{L}&&\p{scx=${script}}])\u200d(?=[\p{Mn}&&\p{scx=${script}}])`,
  ]),
  // At the end of a word: the older spelling of Malayalam's final consonants, and what keyboards for Telugu and Kannada
  // set behind a final virama.
  String.raw`(?<=[കണനരലള]\u0d4d)\u200d`,
  String.raw`(?<=[\u0c4d\u0ccd])\u200c`,
  // An emoji of several; one as a picture or as a sign; a digit as a key.
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  // The form of an ideograph, as in Japanese names.
  String.raw`(?<=\p{Unified_Ideograph})\p{Variation_Selector}`,
]

let everyBelonging: RegExp | undefined

/** True when `text` holds a character that shows nothing where it stands. */
export function hasHiddenCharacter(text: string): boolean {
  if (!hidden.test(text)) return false
  // Compiled at its first use, which is rare: it takes the engine some milliseconds.
  everyBelonging ??= new RegExp(belonging.join('|'), 'gv')
  return hidden.test(text.replace(everyBelonging, ''))
}

/** `text` after its end was cut off, without a joiner that is left there with nothing to join. */
export function withoutHiddenEnd(text: string): string {
  return hasHiddenCharacter(text) ? text.replace(hiddenEnd, '') : text
}

/** Visible characters: no spaces, no marks without a letter, no blank Braille pattern. */
const visible = /[\p{L}\p{N}\p{P}\p{Sc}\p{Sk}\p{Sm}\p{Extended_Pictographic}\p{Regional_Indicator}]/v

/** True when `text`, which has no hidden character, shows at least one. */
export function showsSomething(text: string): boolean {
  return visible.test(text)
}
