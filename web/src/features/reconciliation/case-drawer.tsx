import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { useRowOpener } from '../../components/table/row-click.ts'
import { t } from '../../locales/translate.ts'
import { AlertCase } from './alert-case.tsx'
import { type CasesNavigation, openCaseOf } from './cases-navigation.ts'
import { ClaimCase } from './claim-case.tsx'
import { CreditCase } from './credit-case.tsx'

/** One case with its evidence and its actions. */
export function CaseDrawer({ navigation, onClose }: { navigation: CasesNavigation; onClose: () => void }) {
  const { credit, claim, alert, act } = navigation.view
  const opened = openCaseOf(navigation)
  const opener = useRowOpener(opened)
  const title =
    credit !== undefined ? t('Payment') : claim !== undefined ? t('Customer claim') : t('Unread alert')
  return (
    <SideDrawer
      opened={opened !== undefined}
      onClose={onClose}
      opener={opener}
      closeLabel={t('Close this panel')}
      size={580}
      title={<strong>{title}</strong>}
    >
      {credit !== undefined && <CreditCase key={credit} creditId={credit} act={act} />}
      {claim !== undefined && <ClaimCase key={claim} name={claim} navigation={navigation} />}
      {alert !== undefined && <AlertCase key={alert} alertId={alert} navigation={navigation} />}
    </SideDrawer>
  )
}
