import { switchShop } from '@galla/contract/auth/team'
import { NativeSelect, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { callEndpoint } from '../api/api.ts'
import { failureMessage } from '../components/feedback/failure-message.ts'
import { toastFailure } from '../components/feedback/toast.tsx'
import { t } from '../locales/translate.ts'
import { paths } from '../paths.ts'
import { useUser } from '../session/session.tsx'

/** The shop that the session is in, and the others that it can switch to. */
export function ShopSwitch() {
  const { id, shop, shops = [] } = useUser()
  const here = shops.find((each) => each.id === (shop?.id ?? id))
  const change = useMutation({
    mutationFn: (shopId: string) => callEndpoint(switchShop, { body: { shopId } }),
    // A full page load, so that nothing of one shop is shown in another; until then the choice stays.
    onSuccess: () => window.location.assign(paths.dashboard),
    onError: (error) => toastFailure(failureMessage(error, t('The shop could not be opened'))),
  })
  const isGoing = change.isPending || change.isSuccess
  if (here !== undefined && shops.length === 1)
    return (
      <Text px="sm" py="xs" fw={650} className="breaks">
        {here.name}
      </Text>
    )
  return (
    <NativeSelect
      aria-label={t('Shop')}
      p={4}
      pb="sm"
      value={isGoing ? change.variables : (here?.id ?? '')}
      disabled={isGoing}
      onChange={({ currentTarget: { value } }) => change.mutate(value)}
      data={[
        ...(here === undefined ? [{ value: '', label: t('Choose a shop'), disabled: true }] : []),
        ...shops.map(({ id: value, name: label }) => ({ value, label })),
      ]}
    />
  )
}
