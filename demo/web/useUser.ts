import { useCache } from 'rtk-rest/react'
import { getSession } from './resources/Session'

/** The name of who is signed in; sends no request. */
export function useUser(): string | undefined {
  return useCache(getSession)?.user ?? undefined
}
