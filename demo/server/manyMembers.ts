import type { PGlite } from '@electric-sql/pglite'
import { Hono } from 'hono'
import { requireUser } from './credentials'
import { deleteMembers, readIds } from './deleteMembers'
import { importMembers, readMemberFile } from './importMembers'

/** Routes under `/api/members` that change many at once, and for that need somebody who is signed in. */
export function manyMemberRoutes(sql: PGlite): Hono {
  const routes = new Hono()
  const signedIn = requireUser(sql)
  routes.delete('/', signedIn, async (c) => {
    const ids = await readIds(c)
    await deleteMembers(sql, ids)
    return c.json(ids)
  })
  routes.post('/import', signedIn, async (c) => {
    return c.json(await importMembers(sql, await readMemberFile(c)), 201)
  })
  return routes
}
