import { IconBatteryCharging } from 'virtual:icons'
import { FORWARDERS, type Forwarder } from '@galla/contract/reconciliation/forwarders'
import { Box, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../../../components/display/copy-button.tsx'
import css from './alerts-panel.module.css'
import { FoldedPart } from './folded-part.tsx'

const CHOICES = FORWARDERS.map(({ id, name, forwards }) => ({ value: id, label: `${name} (${forwards})` }))
/** Stands in a command until there is an address. */
const NO_ADDRESS = 'YOUR-ALERT-ADDRESS'

/** What to choose and what to paste in the app on the phone. */
export function ForwarderHelp({ alertUrl }: { alertUrl: string | null }) {
  const [id, setId] = useState(FORWARDERS[0]?.id ?? '')
  const forwarder = FORWARDERS.find((each) => each.id === id)
  return (
    <FoldedPart id="phone-set-up" title="Set up the phone">
      <Stack gap={20} miw={0}>
        <p className={css.aside}>
          Any app that forwards messages to a web address will do. These are common.
        </p>
        <NativeSelect
          label="Forwarder app"
          data={CHOICES}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        {forwarder !== undefined && <Steps forwarder={forwarder} alertUrl={alertUrl ?? NO_ADDRESS} />}
        <Group component="p" gap="sm" align="stretch" wrap="nowrap" c="dimmed">
          <IconBatteryCharging size={20} aria-hidden />
          <span>
            Android puts apps to sleep. Take the forwarder out of battery optimisation (Settings, Apps, the
            app, Battery, Unrestricted), let it start by itself, and leave the phone charged and online.
          </span>
        </Group>
      </Stack>
    </FoldedPart>
  )
}

function Steps({ forwarder, alertUrl }: { forwarder: Forwarder; alertUrl: string }) {
  const template = forwarder.template(alertUrl)
  return (
    <>
      <Stack component="ol" gap="xs" m={0} className={css.steps}>
        {forwarder.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Stack>
      <Stack component="figure" gap="xs" align="flex-start" className={css.template}>
        <Box component="figcaption" fw={550}>
          {forwarder.pasteInto}
        </Box>
        <pre>{template}</pre>
        <CopyButton text={template} label="Copy template" />
      </Stack>
      <p className={css.aside}>What is trusted: {forwarder.trusted}</p>
    </>
  )
}
