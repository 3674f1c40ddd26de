import {
  chooseNotice,
  NOTICE_KINDS,
  NOTICE_WAYS,
  type NoticeKind,
  type Notices,
  type NoticeWay,
} from '@galla/contract/notices/notices'
import { Checkbox, Group, SimpleGrid, Text } from '@mantine/core'
import { callEndpoint } from '../../../api/api.ts'
import { useAction } from '../../../components/form/use-action.ts'
import { Panel } from '../../../components/layout/panel.tsx'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'

const KINDS: Readonly<Record<NoticeKind, string>> = {
  payment: t('Payment received'),
  question: t('A payment needs you: it came late, or fits no order'),
  reversal: t('The bank took back a payment'),
  source: t('A source stops reporting payments, or reports again'),
  webhook: t('A webhook is paused'),
  limit: t('A limit is near or passed'),
  plan: t('Your plan runs out'),
}
const WAYS: Readonly<Record<NoticeWay, string>> = {
  push: t('Push'),
  telegram: 'Telegram',
  email: t('E-mail'),
}

/** What is sent in which way. Each choice is saved immediately. */
export function NoticeChoices({ notices: { choices, hasTelegram } }: { notices: Notices }) {
  const choose = useAction({
    act: (choice: Notices['choices'][number]) => callEndpoint(chooseNotice, { body: choice }),
    failed: t('This could not be saved'),
    answers: queryKeys.notices,
  })
  const changing = choose.isPending ? choose.variables : undefined
  const isWanted = (kind: NoticeKind, way: NoticeWay): boolean =>
    changing?.kind === kind && changing.way === way
      ? changing.isWanted
      : choices.some((each) => each.kind === kind && each.way === way && each.isWanted)
  return (
    <Panel title={t('What you are notified of')}>
      <Text c="dimmed" mb="md">
        {t('Only live payments count. E-mails about your login and your account are always sent.')}
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        {NOTICE_KINDS.map((kind) => (
          <Checkbox.Group
            key={kind}
            label={KINDS[kind]}
            value={NOTICE_WAYS.filter((way) => isWanted(kind, way))}
          >
            <Group mt={8} gap="8px 24px">
              {NOTICE_WAYS.filter((way) => way !== 'telegram' || hasTelegram).map((way) => (
                <Checkbox
                  key={way}
                  value={way}
                  label={WAYS[way]}
                  disabled={choose.isPending}
                  onChange={(event) => choose.mutate({ kind, way, isWanted: event.currentTarget.checked })}
                />
              ))}
            </Group>
          </Checkbox.Group>
        ))}
      </SimpleGrid>
    </Panel>
  )
}
