import { render } from 'preact';
import { type Door, openDoor } from './door.js';
import { App } from './shell/app.js';

export const startPage = (door: Door): void => {
  openDoor(door);
  const root = document.getElementById('app');
  if (root) render(<App />, root);
};
