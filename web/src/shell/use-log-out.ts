import { logout } from '@galla/contract/merchants'
import { useMutation } from '@tanstack/react-query'
import { callEndpoint } from '../api.ts'
import { forgetTab } from '../forced-login.ts'
import { clearStorage } from '../logged-in-record.ts'
import { paths } from '../paths.ts'

export const useLogOut = () =>
  useMutation({
    mutationFn: () => callEndpoint(logout),
    onSuccess: () => {
      forgetTab()
      clearStorage()
      window.location.assign(paths.login)
    },
    onError: (error) => console.error('Logging out failed', error),
  })
