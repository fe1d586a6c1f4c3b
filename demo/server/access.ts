import type { PGlite } from '@electric-sql/pglite'
import { Hono } from 'hono'
import { ApiError } from './ApiError'

/** Who may use the desk: a person or a program, which have tables, and so ids, of their own. */
type AccessRow =
  | { readonly type: 'trader'; readonly id: string; readonly name: string; readonly desk: string }
  | { readonly type: 'algo'; readonly id: string; readonly name: string; readonly version: string }

/** What `:type` may say, and the table behind it: a user's text never becomes SQL. */
const tables: Readonly<Record<string, string>> = { trader: 'traders', algo: 'algos' }

/** Routes under `/api/access`. */
export function accessRoutes(sql: PGlite): Hono {
  const routes = new Hono()
  routes.get('/', async (c) => c.json(await listAccess(sql)))
  routes.delete('/:type/:id', async (c) => {
    const { type, id } = c.req.param()
    const table = Object.hasOwn(tables, type) ? tables[type] : undefined
    if (table === undefined) throw new ApiError(404, `There is no access of the type ${type}.`)
    const { affectedRows } = await sql.query(`DELETE FROM ${table} WHERE id::text = $1`, [id])
    if (affectedRows === 0) throw new ApiError(404, `There is no ${type} with the id ${id}.`)
    return c.body(null, 204)
  })
  return routes
}

async function listAccess(sql: PGlite): Promise<AccessRow[]> {
  const { rows } = await sql.query<{ access: AccessRow }>(`
    SELECT access FROM (
      SELECT name, json_build_object(
        'type', 'trader', 'id', id::text, 'name', name, 'desk', desk) AS access FROM traders
      UNION ALL
      SELECT name, json_build_object(
        'type', 'algo', 'id', id::text, 'name', name, 'version', version) FROM algos
    ) AS all_access ORDER BY lower(name)`)
  return rows.map(({ access }) => access)
}
