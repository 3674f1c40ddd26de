import type { Language } from '../guide-shape.ts'

export interface CodePiece {
  readonly kind: 'plain' | 'text' | 'comment' | 'word'
  readonly text: string
  /** The start offset. */
  readonly at: number
}

const TEXT = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|${'`'}(?:\\.|[^${'`'}\\])*${'`'}`
const KEYWORDS = {
  curl: 'curl',
  node: 'import|from|const|let|function|return|if|for|of|await|async|new|throw|true|false',
  php: 'function|return|if|foreach|as|throw|new|echo|exit|true|false|null',
  python: 'import|from|def|class|return|if|else|for|in|not|or|try|except|with|as|raise|True|False|None|is',
  java: 'import|static|public|private|class|final|byte|boolean|int|long|void|String|return|if|for|new|throws|try|catch|true|false|null',
  go: 'package|import|func|return|if|for|range|var|map|string|bool|byte|struct|true|false|nil|defer|type|interface',
  json: 'true|false|null',
  text: '(?!)',
} as const satisfies Record<Language, string>
/** Names in JSON stay plain, so that the values stand out. */
const NAME = String.raw`"[^"]*"(?=\s*:)`
const SLASHES = '//[^\\n]*'
const COMMENT = { node: SLASHES, php: SLASHES, python: '#[^\\n]*', java: SLASHES, go: SLASHES } as const

/** Splits a sample into strings, comments, keywords and plain text. Not a parser: it only handles our own samples. */
export function codePieces(code: string, language: Language): CodePiece[] {
  const comment = language in COMMENT ? COMMENT[language as keyof typeof COMMENT] : '(?!)'
  const pattern = new RegExp(
    `(?<name>${language === 'json' ? NAME : '(?!)'})|(?<text>${TEXT})|(?<comment>${comment})|(?<word>\\b(?:${KEYWORDS[language]})\\b)`,
    'g',
  )
  const pieces: CodePiece[] = []
  let end = 0
  const add = (kind: CodePiece['kind'], from: number, to: number) => {
    if (to > from) pieces.push({ kind, text: code.slice(from, to), at: from })
    end = to
  }
  for (const { index, 0: found, groups } of code.matchAll(pattern)) {
    add('plain', end, index)
    const kind = (['text', 'comment', 'word'] as const).find((each) => groups?.[each] !== undefined)
    add(kind ?? 'plain', index, index + found.length)
  }
  add('plain', end, code.length)
  return pieces
}
