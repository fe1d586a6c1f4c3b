import type { Manager } from '../store/Manager'

/** SCAFFOLD: to be replaced. */
export function webSocket(): Manager {
  return { name: 'streams', init: () => undefined }
}
