import type { Encoding } from './read-result.ts'

/** So many bytes from the first letter beyond ASCII on say enough. */
const lookedAt = 65_536

type Language = {
  /** Its letters beyond ASCII, small ones. */
  readonly letters: string
  /** Those of an alphabet that come most often: whole alphabets stand at the same bytes. */
  readonly often?: string
  /** The code pages that have them. */
  readonly encodings: readonly Encoding[]
}

const western = ['windows-1252', 'iso-8859-15'] as const
const central = ['windows-1250', 'iso-8859-2'] as const
const baltic = ['windows-1257', 'iso-8859-13'] as const

const languages: readonly Language[] = [
  ...['äöüß', 'àâæçèéêëîïôùûœ', 'áéíñóúü', 'ãáâàçéêíóôõú', 'àèéìòù', 'åäöæøé'].map((letters) => ({
    letters,
    encodings: western,
  })),
  ...['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ'].map((letters) => ({
    letters,
    encodings: central,
  })),
  { letters: 'çğıİöşü', encodings: ['windows-1254'] },
  { letters: 'ăâîșț', encodings: ['iso-8859-16'] },
  ...['āčēģīķļņšūž', 'ąčęėįšųūž', 'äöõüšž'].map((letters) => ({ letters, encodings: baltic })),
  { letters: 'áðéíóúýþæö', encodings: western },
  {
    letters: 'абвгдежзийклмнопрстуфхцчшщъыьэюяёђѓєѕіїјљњћќўџґ',
    often: 'оеаинтрсвл',
    encodings: ['windows-1251', 'iso-8859-5'],
  },
  {
    letters: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ',
    often: 'αοιετσνςρώ',
    encodings: ['windows-1253', 'iso-8859-7'],
  },
  { letters: 'אבגדהוזחטיךכלםמןנסעףפץצקרשת', often: 'יהולאתרמבש', encodings: ['windows-1255', 'iso-8859-8'] },
  {
    letters: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ',
    often: 'اليمنوترهد',
    encodings: ['windows-1256', 'iso-8859-6'],
  },
  { letters: 'กขคฆงจฉชซญฎฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะาำเแโใไ', often: 'านรกอเยมลส', encodings: ['windows-874'] },
]

/**
 * The code page in which most letters are those of one language, and signs stand in words least. Of those that read the same, and
 * of equal ones, the first: western Europe. It is a guess, which the page shows and a person can change.
 */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const part = bytes.subarray(Math.max(0, first - 20), first + lookedAt)
  const read = (encoding: Encoding) => new TextDecoder(encoding).decode(part)
  const fits = languages.flatMap(({ encodings, ...language }) =>
    encodings.map((encoding) => ({ encoding, fit: fitOf(read(encoding), language) })),
  )
  const text = read(fits.reduce((best, one) => (one.fit > best.fit ? one : best)).encoding)
  return fits.find(({ encoding }) => read(encoding) === text)?.encoding ?? 'windows-1252'
}

/** A letter of the language counts for it, another one against it; a sign in a word or a capital after a small letter more so. */
function fitOf(text: string, { letters, often = '' }: Omit<Language, 'encodings'>): number {
  let fit = 0
  for (const [sign, before = '', after = ''] of text.matchAll(/(?<=(.?))[^\p{ASCII}](?=(.?))/gsu)) {
    if (/\p{L}|\p{M}/u.test(sign)) {
      const small = sign.toLowerCase()
      fit += letters.includes(sign) || letters.includes(small) ? 1 : -1
      if (often.includes(small)) fit += 1
      // No word has two alphabets.
      if (often !== '' && /[a-z]/i.test(before + after)) fit -= 3
      if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(sign)) fit -= 2
      // Names begin with a capital, where an alphabet has them.
      if (/\p{Ll}/u.test(sign) && !/\p{L}/u.test(before)) fit -= 1
    } else if (!/\p{P}|\p{Z}/u.test(sign) && /\p{L}/u.test(before + after)) fit -= 3
  }
  return fit
}
