import { mayCall, type SessionCall } from '@galla/contract/auth/roles'
import { useUser } from './session.tsx'

/** Whether the role of the session allows a call. Screens do not offer the others, which the server refuses. */
export const useMay = (): ((call: SessionCall) => boolean) => {
  const { role, mode } = useUser()
  return (call) => mayCall(role, mode, call)
}
