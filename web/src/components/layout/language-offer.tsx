import { IconLanguage } from 'virtual:icons'
import { Button } from '@mantine/core'
import { useInBrowser } from '../../browser/in-browser.ts'
import { chooseLanguage, LANGUAGE_NAMES, OTHER_LANGUAGES, offeredLanguage } from '../../locales/language.ts'

/** The languages beside the title of a logged-out form, with the browser's preferred one highlighted. */
export function LanguageOffer() {
  const offered = useInBrowser(offeredLanguage, undefined)
  return OTHER_LANGUAGES.map((other) => (
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
