import { IconInfoCircle } from 'virtual:icons'
import { Stack, Text } from '@mantine/core'
import { Notice } from '../../../components/feedback/notice.tsx'
import { richText } from '../../../locales/rich-text.tsx'
import { t } from '../../../locales/translate.ts'
import css from '../alerts/alerts-panel.module.css'
import { FoldedPart } from '../alerts/folded-part.tsx'

/** Where to find an app password, and what is believed. */
export function MailboxHelp() {
  return (
    <FoldedPart id="app-password" title={t('Get an app password')}>
      <Stack gap={20} miw={0}>
        <Text c="dimmed">
          {t('An app password opens the mailbox for one program only. You can take it back at any time.')}
        </Text>
        <Stack component="ol" gap="xs" m={0} className={css.steps}>
          <li>
            {richText(
              'Gmail: turn on 2-Step Verification, then open <link>myaccount.google.com/apppasswords</link>.',
              {
                link: (text) => (
                  <a href="https://myaccount.google.com/apppasswords" target="_blank" rel="noreferrer">
                    {text}
                  </a>
                ),
              },
            )}
          </li>
          <li>{t('Enter a name such as Galla, and choose Create.')}</li>
          <li>{t('Copy the 16 letters that are shown, and paste them here.')}</li>
          <li>{t('Other providers: look for “App password” in the security settings of the mailbox.')}</li>
        </Stack>
        <Text c="dimmed">
          {t(
            "In your bank's app or net banking, turn on e-mail alerts for credits, to the address of this mailbox. If it also gets alerts about your other accounts, enter the last digits of this account's number above, under “Messages about several bank accounts”. After a change of your UPI ID, connect the mailbox again.",
          )}
        </Text>
        <Notice Icon={IconInfoCircle}>
          {t(
            "The credit e-mails of HDFC Bank, Axis Bank and Kotak811 mark orders as paid. Those of some other banks are read too, and wait for you in Reconciliation until you decide. Other e-mails are not kept. An e-mail without the bank's signature never counts.",
          )}
        </Notice>
      </Stack>
    </FoldedPart>
  )
}
