import { IconKey, IconRefresh, IconTrash } from 'virtual:icons'
import { type AlertSource, removeAlertSecret, rotateAlertSecret } from '@galla/contract/reconciliation/alerts'
import { FORWARDERS } from '@galla/contract/reconciliation/forwarders'
import { Group, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { ShownOnce } from '../../../components/display/shown-once.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { ConfirmButton } from '../../../components/overlay/row-button.tsx'
import { displayWhen } from '../../../format/indian-display.ts'
import { useSigningChange } from './alert-source-query.ts'
import css from './alerts-panel.module.css'
import { FoldedPart } from './folded-part.tsx'

const SIGNING_APPS = FORWARDERS.filter(({ signingSecret }) => signingSecret !== null)
const ROTATE_WORDS = {
  done: 'Only signed messages count now',
  failed: 'Failed to make a signing secret',
  unreachable: 'Something went wrong while making a signing secret',
}
const REMOVE_WORDS = {
  done: 'Unsigned messages count again',
  failed: 'Failed to remove the signing secret',
  unreachable: 'Something went wrong while removing the signing secret',
}

/** Makes, replaces and removes the secret that the forwarder app signs with. */
export function AlertSigning({ signedSince }: Pick<AlertSource, 'signedSince'>) {
  const [secret, setSecret] = useState<string>()
  const buttons = useRef<HTMLDivElement>(null)
  const isSigned = signedSince !== null
  return (
    <FoldedPart id="alert-signing" title="Signed alerts">
      <Stack gap="xs">
        <Text c="dimmed">
          {isSigned
            ? `Since ${displayWhen(signedSince)} only messages that are signed with your secret count.`
            : `With a signing secret, nobody who learns the alert address can report payments. Only ${SIGNING_APPS.map(({ name }) => name).join(' and ')} can sign; leave it off with any other app.`}
        </Text>
        <Group ref={buttons} gap={4} ml={-8}>
          <MakeSecret isSigned={isSigned} onMade={setSecret} />
          {isSigned && <RemoveSecret />}
        </Group>
      </Stack>
      <Dialog
        opened={secret !== undefined}
        title="Signing secret"
        opener={() => buttons.current?.querySelector('button')}
        onClose={() => setSecret(undefined)}
      >
        {secret !== undefined && (
          <ShownOnce secret={secret} what="signing secret" onDone={() => setSecret(undefined)}>
            <p>Copy the signing secret now: it is shown this once and never again. Then paste it:</p>
            <Stack component="ul" gap="xs" m={0} className={css.steps}>
              {SIGNING_APPS.map(({ id, name, signingSecret }) => (
                <li key={id}>
                  <strong>{name}:</strong> {signingSecret}
                </li>
              ))}
            </Stack>
          </ShownOnce>
        )}
      </Dialog>
    </FoldedPart>
  )
}

function MakeSecret({ isSigned, onMade }: { isSigned: boolean; onMade: (secret: string) => void }) {
  const make = useSigningChange(rotateAlertSecret, ROTATE_WORDS)
  return (
    <ConfirmButton
      label={isSigned ? 'Replace secret' : 'Make signing secret'}
      Icon={isSigned ? IconRefresh : IconKey}
      title={isSigned ? 'Replace the signing secret?' : 'Make a signing secret?'}
      busyLabel="Making..."
      busy={make.isPending}
      onConfirm={(close) =>
        make.mutate(undefined, {
          onSuccess: ({ data }) => onMade(data.signingSecret),
          onSettled: close,
        })
      }
    >
      <p>
        {isSigned
          ? 'The old secret stops at once. Until the new one is pasted into the forwarder app, its messages are refused.'
          : 'Unsigned messages are refused at once. Have the phone at hand: until the secret is pasted into its forwarder app, no message counts.'}
      </p>
    </ConfirmButton>
  )
}

function RemoveSecret() {
  const remove = useSigningChange(removeAlertSecret, REMOVE_WORDS)
  return (
    <ConfirmButton
      label="Remove secret"
      Icon={IconTrash}
      color="failed"
      title="Remove the signing secret?"
      busyLabel="Removing..."
      busy={remove.isPending}
      onConfirm={(close) => remove.mutate(undefined, { onSettled: close })}
    >
      <p>Unsigned messages count again: anyone who learns the alert address can report payments.</p>
    </ConfirmButton>
  )
}
