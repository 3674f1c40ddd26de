import { IconKey, IconRefresh, IconTrash } from 'virtual:icons'
import {
  type NewAlertSecret,
  removeAlertSecret,
  rotateAlertSecret,
} from '@galla/contract/bank-alerts/alert-signing'
import type { AlertSource } from '@galla/contract/bank-alerts/alerts'
import { FORWARDERS } from '@galla/contract/bank-alerts/forwarders'
import { Group, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { ShownOnce } from '../../../components/display/shown-once.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { ConfirmButton } from '../../../components/overlay/row-button.tsx'
import { displayWhen } from '../../../format/indian-display.ts'
import { intlLocale } from '../../../locales/language.ts'
import { t } from '../../../locales/translate.ts'
import { useSigningChange } from './alert-source-query.ts'
import { FoldedPart } from './folded-part.tsx'
import { RulesCode } from './rules-code.tsx'

const SIGNING_APPS = FORWARDERS.filter(({ signingSecret }) => signingSecret !== null)
const ROTATE_TEXTS = {
  done: t('Only signed messages are accepted now'),
  failed: t('Failed to create a signing secret'),
}
const REMOVE_TEXTS = {
  done: t('Unsigned messages are accepted again'),
  failed: t('Failed to remove the signing secret'),
}

/** Creates, rotates and removes the secret with which the forwarder app signs its messages. */
export function AlertSigning({ signedSince }: Pick<AlertSource, 'signedSince'>) {
  const [made, setMade] = useState<NewAlertSecret>()
  const buttons = useRef<HTMLDivElement>(null)
  const isSigned = signedSince !== null
  return (
    <FoldedPart id="alert-signing" title={t('Signed alerts')}>
      <Stack gap="xs">
        <Text c="dimmed">
          {isSigned
            ? t('Since {signedSince}, only messages signed with your secret are accepted.', {
                signedSince: displayWhen(signedSince),
              })
            : t(
                'With a signing secret, someone who learns the alert address cannot report payments. Only {apps} can sign messages. Do not use a secret with any other app.',
                { apps: new Intl.ListFormat(intlLocale).format(SIGNING_APPS.map(({ name }) => name)) },
              )}
        </Text>
        <Group ref={buttons} gap={4} ml={-8}>
          <MakeSecret isSigned={isSigned} onMade={setMade} />
          {isSigned && <RemoveSecret />}
        </Group>
      </Stack>
      <Dialog
        opened={made !== undefined}
        title={t('Signing secret')}
        opener={() => buttons.current?.querySelector('button')}
        onClose={() => setMade(undefined)}
      >
        {made !== undefined && (
          <ShownOnce secret={made.signingSecret} what={t('signing secret')} onDone={() => setMade(undefined)}>
            <p>{t('Copy the signing secret now. It is shown only once. Then paste it:')}</p>
            <Stack component="ul" gap="xs" m={0} pl="lg">
              {SIGNING_APPS.map(({ id, name, signingSecret }) => (
                <li key={id}>
                  <strong>{name}:</strong> {signingSecret}
                </li>
              ))}
            </Stack>
            <RulesCode url={made.rulesUrl} />
            <Group component="p" gap="xs" wrap="nowrap" className="breaks">
              <span>
                {t('Heartbeat address:')} <code>{made.pingUrl}</code>
              </span>
              <CopyIcon text={made.pingUrl} what={t('heartbeat address')} />
            </Group>
          </ShownOnce>
        )}
      </Dialog>
    </FoldedPart>
  )
}

function MakeSecret({ isSigned, onMade }: { isSigned: boolean; onMade: (made: NewAlertSecret) => void }) {
  const make = useSigningChange(rotateAlertSecret, ROTATE_TEXTS)
  return (
    <ConfirmButton
      label={isSigned ? t('Replace secret') : t('Create signing secret')}
      Icon={isSigned ? IconRefresh : IconKey}
      title={isSigned ? t('Replace the signing secret?') : t('Create a signing secret?')}
      busyLabel={t('Creating...')}
      busy={make.isPending}
      onConfirm={(close) =>
        make.mutate(undefined, {
          onSuccess: ({ data }) => onMade(data),
          onSettled: close,
        })
      }
    >
      <p>
        {isSigned
          ? t(
              'The old secret stops working at once. Messages are refused until you paste the new secret into the forwarder app.',
            )
          : t(
              'Unsigned messages are refused at once. Keep the phone ready: no message is accepted until you paste the secret into its forwarder app.',
            )}
      </p>
    </ConfirmButton>
  )
}

function RemoveSecret() {
  const remove = useSigningChange(removeAlertSecret, REMOVE_TEXTS)
  return (
    <ConfirmButton
      label={t('Remove secret')}
      Icon={IconTrash}
      color="failed"
      title={t('Remove the signing secret?')}
      busyLabel={t('Removing...')}
      busy={remove.isPending}
      onConfirm={(close) => remove.mutate(undefined, { onSettled: close })}
    >
      <p>
        {t('Unsigned messages are accepted again. Anyone who learns the alert address can report payments.')}
      </p>
    </ConfirmButton>
  )
}
