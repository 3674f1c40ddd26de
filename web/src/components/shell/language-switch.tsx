import { IconLanguage } from 'virtual:icons'
import { Button, UnstyledButton } from '@mantine/core'
import { useInBrowser } from '../../api/in-browser.ts'
import {
  chooseLanguage,
  LANGUAGE_NAMES,
  type Language,
  language,
  offeredLanguage,
} from '../../locales/language.ts'
import css from './side-menu.module.css'

const OTHERS = (Object.keys(LANGUAGE_NAMES) as Language[]).filter((each) => each !== language)

/** The other languages, each by its own name, below the dashboard's menu. */
export function LanguageSwitch() {
  return OTHERS.map((other) => (
    <UnstyledButton
      key={other}
      lang={other}
      title={LANGUAGE_NAMES[other]}
      w="100%"
      mt={2}
      className={css.entry ?? ''}
      onClick={() => chooseLanguage(other)}
    >
      <IconLanguage size={18} stroke={1.8} />
      <span className={css.label}>{LANGUAGE_NAMES[other]}</span>
    </UnstyledButton>
  ))
}

/** The languages beside the title of a logged-out form, with the browser's preferred one highlighted. */
export function LanguageOffer() {
  const offered = useInBrowser(offeredLanguage, undefined)
  return OTHERS.map((other) => (
    <Button
      key={other}
      lang={other}
      variant={other === offered ? 'light' : 'subtle'}
      px="sm"
      radius="md"
      flex="none"
      className="needs-script"
      leftSection={<IconLanguage size={18} stroke={1.8} />}
      onClick={() => chooseLanguage(other)}
    >
      {LANGUAGE_NAMES[other]}
    </Button>
  ))
}
