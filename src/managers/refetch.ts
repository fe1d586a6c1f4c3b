import type { Manager } from '../store/Manager'

/** SCAFFOLD: to be replaced. */
export function refetchOn(): Manager {
  return { name: 'refetch', init: () => undefined }
}
