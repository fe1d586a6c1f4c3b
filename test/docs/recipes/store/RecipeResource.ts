import { Entity, resource } from 'rtk-rest'
import { API } from '../api'

class Recipe extends Entity {
  id = ''
  title = ''
  static override key = 'Recipe'
}

export const RecipeResource = resource({ urlPrefix: API, path: '/recipes/:id', schema: Recipe })
