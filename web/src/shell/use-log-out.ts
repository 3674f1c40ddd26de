import { logout } from '@galla/contract/auth/merchants'
import { useMutation } from '@tanstack/react-query'
import { callEndpoint } from '../api/api.ts'
import { endPush } from '../browser/register-worker.ts'
import { expectLogout, leaveForLogin } from '../session/forced-login.ts'

export const useLogOut = () =>
  useMutation({
    mutationFn: async () => {
      await callEndpoint(logout)
      await endPush().catch(() => undefined)
    },
    onMutate: () => expectLogout(true),
    onSuccess: leaveForLogin,
    onError: (error) => {
      expectLogout(false)
      console.error('Logging out failed', error)
    },
  })
