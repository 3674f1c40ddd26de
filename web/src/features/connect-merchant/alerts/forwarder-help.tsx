import { IconAlertTriangle, IconBatteryCharging } from 'virtual:icons'
import { type AlertSource, rulesUrl } from '@galla/contract/bank-alerts/alerts'
import { FORWARDERS, type Forwarder } from '@galla/contract/bank-alerts/forwarders'
import { Box, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../../../components/display/copy-button.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { t, translateServerText } from '../../../locales/translate.ts'
import css from './alerts-panel.module.css'
import { FoldedPart } from './folded-part.tsx'
import { RulesCode } from './rules-code.tsx'

const CHOICES = FORWARDERS.map(({ id, name, forwards }) => ({ value: id, label: `${name} (${forwards})` }))
/** The placeholder in commands before the address exists. */
const NO_ADDRESS = 'YOUR-ALERT-ADDRESS'

type HelpProps = Pick<AlertSource, 'alertUrl' | 'signedSince'>

/** Set-up instructions for the forwarder app, with the values to paste. */
export function ForwarderHelp({ alertUrl, signedSince }: HelpProps) {
  const [id, setId] = useState(FORWARDERS[0]?.id ?? '')
  const forwarder = FORWARDERS.find((each) => each.id === id)
  return (
    <FoldedPart id="phone-set-up" title={t('Set up the phone')}>
      <Stack gap={20} miw={0}>
        <Text c="dimmed">
          {t('Any app that forwards messages to a web address works. These are common ones.')}
        </Text>
        <NativeSelect
          label={t('Forwarder app')}
          data={CHOICES}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        {forwarder !== undefined && (
          <Steps forwarder={forwarder} alertUrl={alertUrl} signedSince={signedSince} />
        )}
        <Notice Icon={IconBatteryCharging}>
          {t(
            'Android puts apps to sleep. Turn off battery optimisation for the forwarder app (Settings, Apps, the app, Battery, Unrestricted), let it start automatically, and keep the phone charged and online.',
          )}
        </Notice>
      </Stack>
    </FoldedPart>
  )
}

function Steps({ forwarder, alertUrl, signedSince }: HelpProps & { forwarder: Forwarder }) {
  const template = forwarder.template(alertUrl ?? NO_ADDRESS)
  return (
    <>
      {forwarder.caution !== undefined && (
        <Notice tone="pending" Icon={IconAlertTriangle}>
          {translateServerText(forwarder.caution)}
        </Notice>
      )}
      <Stack component="ol" gap="xs" m={0} pl="lg">
        {[...forwarder.steps, forwarder.ping].map(
          (step) => step !== undefined && <li key={step}>{translateServerText(step)}</li>,
        )}
      </Stack>
      <Text>
        {forwarder.ping === undefined
          ? t(
              'This app does not report whether it works. Galla warns you when your mailbox, your payment provider or a statement reports two payments in a row that the phone did not report. From its fourth day on, Galla also warns you when the phone is silent for longer than usual at that hour, at least half an hour. For a warning within five minutes, choose an app that sends pings.',
            )
          : t(
              'With these pings, Galla warns you within five minutes when the phone falls silent: on every page, by email and, if you turn it on, as the event source.silent. Without pings, the warning can take hours.',
            )}
      </Text>
      {forwarder.rules !== undefined && signedSince !== null && (
        <Text>
          {t(
            'This address accepts only signed messages. The setup code and the heartbeat address are shown when you create a signing secret. To see them again, replace the secret under Signed alerts.',
          )}
        </Text>
      )}
      {forwarder.rules !== undefined && signedSince === null && alertUrl !== null && (
        <RulesCode url={rulesUrl(alertUrl)} />
      )}
      <Stack component="figure" gap="xs" align="flex-start">
        <Box component="figcaption" fw={550}>
          {forwarder.pasteInto}
        </Box>
        <pre className={css.template}>{template}</pre>
        <CopyButton text={template} label={t('Copy template')} />
      </Stack>
      <Text c="dimmed">{t('Trusted: {trusted}', { trusted: translateServerText(forwarder.trusted) })}</Text>
    </>
  )
}
