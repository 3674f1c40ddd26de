import { IconCheck, IconCopy } from 'virtual:icons'
import { Box, Button, VisuallyHidden } from '@mantine/core'
import { useId, useSyncExternalStore } from 'react'
import { deviceValues } from '../../../../browser/browser-storage.ts'
import { useCopy } from '../../../../components/display/copied-text.ts'
import { type Guide, useGuide } from '../guide-context.tsx'
import {
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  PLACEHOLDER_KEY,
  type Samples,
  SOME_ORIGIN,
} from '../guide-shape.ts'
import { codePieces } from './code-pieces.ts'
import css from './code-sample.module.css'

interface CodeSampleProps {
  readonly title: string
  readonly samples: Samples
}

/** The sample at this server, as it is copied or as it is shown. */
const filled = (text: string, { origin }: Guide, key: string): string =>
  text.replaceAll(SOME_ORIGIN, origin).replaceAll(PLACEHOLDER_KEY, key)

/** An example in one language or in several. The tabs are radio buttons and CSS, so that they work without a script. */
export function CodeSample({ title, samples }: CodeSampleProps) {
  const [only, ...more] = LANGUAGES.filter((each) => samples[each] !== undefined)
  if (only !== undefined && more.length === 0)
    return <CodeBlock title={title} text={samples[only] ?? ''} language={only} />
  return <CodeTabs title={title} samples={samples} />
}

function CodeTabs({ title: what, samples }: CodeSampleProps) {
  const group = useId()
  const chosen = useChosenLanguage()
  const languages = LANGUAGES.filter((each) => samples[each] !== undefined)
  const shown = languages.includes(chosen) ? chosen : (languages[0] ?? chosen)
  return (
    <fieldset className={css.sample}>
      <VisuallyHidden component="legend">{what}: language</VisuallyHidden>
      <div className={css.head}>
        <div className={css.tabs}>
          {languages.map((language) => (
            <label key={language} className={css.tab}>
              <input
                type="radio"
                name={group}
                value={language}
                checked={language === shown}
                onChange={() => chooseLanguage(language)}
              />
              {LANGUAGE_NAMES[language]}
            </label>
          ))}
        </div>
        <CopyCode text={samples[shown] ?? ''} what={what} />
      </div>
      {languages.map((language) => (
        <div key={language} className={css.panel} data-language={language}>
          <Code
            what={`${what}, ${LANGUAGE_NAMES[language]}`}
            text={samples[language] ?? ''}
            language={language}
          />
        </div>
      ))}
    </fieldset>
  )
}

interface CodeBlockProps {
  /** The visible heading and accessible name. */
  readonly title: string
  readonly text: string
  readonly language: Language
}

export function CodeBlock({ title, text, language }: CodeBlockProps) {
  return (
    <figure className={css.sample} data-language={language}>
      <figcaption className={css.head}>
        <Box component="span" pl="sm" pr={0} py="xs" fz="sm" fw={600} lh={1.35}>
          {title}
        </Box>
        <CopyCode text={text} what={title} />
      </figcaption>
      <Code what={title} text={text} language={language} />
    </figure>
  )
}

function Code({ what, text, language }: { what: string; text: string; language: Language }) {
  const guide = useGuide()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable block must be reachable by keyboard
    <section tabIndex={0} aria-label={what} className={css.code}>
      <pre>
        <code>
          {codePieces(filled(text, guide, guide.shownKey), language).map((piece) =>
            piece.kind === 'plain' ? (
              piece.text
            ) : (
              <span key={piece.at} className={css[piece.kind]}>
                {piece.text}
              </span>
            ),
          )}
        </code>
      </pre>
    </section>
  )
}

function CopyCode({ text, what }: { text: string; what: string }) {
  const guide = useGuide()
  const { copied, copy } = useCopy()
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button
      variant="subtle"
      c={copied ? 'var(--galla-success)' : 'dimmed'}
      flex="none"
      px={10}
      leftSection={<Icon size={15} />}
      className={`needs-script ${css.copy}`}
      aria-label={copied ? 'Copied!' : `Copy: ${what}`}
      onClick={() => copy(filled(text, guide, guide.key))}
    >
      {copied ? 'Copied!' : 'Copy'}
    </Button>
  )
}

const STORED = 'galla.code-language'
/** Synchronises the chosen language across all examples of the page; other tabs use the `storage` event. */
const CHANGED = 'galla:code-language'

const isLanguage = (text: string | null): text is Language => LANGUAGES.some((each) => each === text)

function read(): Language {
  const stored = deviceValues.read(STORED)
  return isLanguage(stored) ? stored : LANGUAGES[0]
}

const subscribe = (changed: () => void) => {
  window.addEventListener(CHANGED, changed)
  window.addEventListener('storage', changed)
  return () => {
    window.removeEventListener(CHANGED, changed)
    window.removeEventListener('storage', changed)
  }
}

const useChosenLanguage = (): Language => useSyncExternalStore(subscribe, read, () => LANGUAGES[0])

function chooseLanguage(language: Language): void {
  deviceValues.write(STORED, language)
  window.dispatchEvent(new Event(CHANGED))
}
