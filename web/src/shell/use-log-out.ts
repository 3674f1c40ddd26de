import { logout } from '@galla/contract/auth/merchants'
import { useMutation } from '@tanstack/react-query'
import { callEndpoint } from '../api/api.ts'
import { expectLogout, leaveForLogin } from '../session/forced-login.ts'

export const useLogOut = () =>
  useMutation({
    mutationFn: () => callEndpoint(logout),
    onMutate: () => expectLogout(true),
    onSuccess: leaveForLogin,
    onError: (error) => {
      expectLogout(false)
      console.error('Logging out failed', error)
    },
  })
