import { Tabs } from '@mantine/core'
import { CopyButton } from '../../parts/copy-button.tsx'
import css from './api-documentation-page.module.css'

interface CodeSampleProps {
  readonly what: string
  /** One sample for each language, by its name. */
  readonly samples: Readonly<Record<string, string>>
}

export function CodeSample({ what, samples }: CodeSampleProps) {
  const languages = Object.keys(samples)
  return (
    <Tabs defaultValue={languages[0] ?? null} className={css.sample ?? ''} keepMounted={false}>
      <Tabs.List aria-label={what}>
        {languages.map((language) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {languages.map((language) => (
        <Tabs.Panel key={language} value={language} className={css.samplePanel ?? ''}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section tabIndex={0} aria-label={`${what}, ${language}`} className={css.sampleCode}>
            <pre>
              <code>{samples[language]}</code>
            </pre>
          </section>
          <div className={css.sampleCopy}>
            <CopyButton text={samples[language] ?? ''} />
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
