import { type BakeActor, parseScene } from '../../src/index.ts';
import {
  applyMaterial,
  type FleshParams,
  type FleshPart,
  resolveMaterial,
} from '../../src/systems/flesh/index.ts';
import { setValue } from '../document/edit-scene.ts';
import type { SceneData, StudioDocument } from '../document/studio-document.ts';
import type { RunClient } from '../run/run-client.ts';
import { ticksPerSecond } from '../run/run-session.ts';
import type { Picture } from '../view/picture.ts';
import { PointerRing } from '../view/pointer-ring.ts';
import type { PointerTool } from '../view/pointer-tool.ts';
import { ToolPointer } from '../view/tool-pointer.ts';
import { guessGroups, listJoints, namePart, splitJoints } from './character-joints.ts';
import type { FleshActions, FleshCharacter, FleshSettings, FleshWork, JointDraft } from './flesh-settings.ts';
import { FrozenCharacter } from './frozen-character.ts';
import { type LivePart, LiveTool } from './live-tool.ts';
import { ModeTool, modeText } from './mode-tool.ts';
import { type PaintSettings, PaintTool } from './paint-tool.ts';
import { maskOf, setMask } from './painted-mask.ts';
import { PickTool } from './pick-tool.ts';
import type { PreparedFlesh } from './prepared-flesh.ts';
import { addFlesh, chooseFleshMaterial, fleshOf, removeSystem, type SceneFlesh } from './scene-flesh.ts';

export interface FleshControlOptions {
  /** The element that contains the canvas. */
  readonly view: HTMLElement;
  canvas(): HTMLElement;
  readonly client: RunClient;
  picture(): Picture | null;
  document(): StudioDocument | null;
  /** Returns the seconds of the scene's first tick. */
  start(): number;
  /** Changes the document and starts the run again. */
  change(change: (document: StudioDocument) => StudioDocument): void;
  /** Called when the content of the panel has changed. */
  changed(): void;
  /** Called before work on the character starts, so that other uses of the pointer end. */
  began(): void;
  say(message: string): void;
}

/** Fraction of the character's height. */
const brushFraction = 0.05;

/** Flesh on the page: choosing joints, and working on a character that does not move. */
export class FleshControl {
  readonly actions: FleshActions;
  private characters: { of: readonly BakeActor[]; list: readonly FleshCharacter[] } = { of: [], list: [] };
  private prepared: readonly PreparedFlesh[] = [];
  private draft: JointDraft | null = null;
  private work: FleshWork | null = null;
  private tool: PointerTool | null = null;
  private paint: PaintSettings = { radius: 0, adds: true };
  private readonly ring: PointerRing;

  constructor(private readonly options: FleshControlOptions) {
    this.actions = this.createActions();
    this.ring = new PointerRing(options.view);
    new ToolPointer(options.view, options.canvas, () => this.tool);
  }

  get settings(): FleshSettings {
    const { draft, work, prepared, height } = this;
    const { preparing } = this.options.client;
    const radius = this.paint.radius || Number((brushFraction * height).toPrecision(2));
    const paint = { ...this.paint, radius };
    return { characters: this.listCharacters(), prepared, preparing, draft, work, paint, height };
  }

  /** Called when a run has started with these parts. */
  setPrepared(prepared: readonly PreparedFlesh[]): void {
    this.prepared = prepared;
    const { work } = this;
    // The parts were prepared again and have other shapes. If the user is painting, this is not disturbed.
    if (work && work.kind !== 'paint') this.follow();
  }

  /** Called when the document has changed. A motion that depends on its parameters continues with the new ones. */
  follow(): void {
    const { work, tool } = this;
    if (!work || work.kind === 'paint') return;
    const part = this.preparedPart(work.name);
    if (!part) {
      this.leave();
    } else if (work.kind === 'modes' && tool instanceof ModeTool) {
      const same = tool.isOf(part.prepared.part.key);
      if (same) this.showMode(work.mode);
      else this.begin({ ...work, mode: Math.min(work.mode, part.prepared.part.modeCount - 1) });
    } else if (work.kind === 'live' && tool instanceof LiveTool) {
      tool.setParts(this.livePartsOf(part.prepared.actor));
    }
  }

  /** Called when another document is opened. */
  forget(): void {
    this.leave();
    this.prepared = [];
    this.draft = null;
    this.paint = { radius: 0, adds: true };
  }

  /** Called for every picture. Returns true if something moves. */
  frame(seconds: number): boolean {
    if (!this.tool) return false;
    if (this.options.client.playback.isPlaying) {
      this.leave();
      return true;
    }
    return this.tool.frame(seconds);
  }

  /** Ends the work and restores the character. Painting is kept. */
  leave(): void {
    const { tool, work } = this;
    if (!tool) return;
    this.tool = null;
    this.work = null;
    this.draft = null;
    tool.leave();
    if (work?.kind === 'paint' && tool instanceof PaintTool && tool.canUndo) this.keepPaint(work.name, tool);
    this.options.changed();
  }

  private get height(): number {
    return this.options.picture()?.characterHeight ?? 1.75;
  }

  private get scene(): SceneData {
    return this.options.document()?.scene ?? {};
  }

  private listCharacters(): readonly FleshCharacter[] {
    const actors = this.options.picture()?.actors ?? [];
    if (this.characters.of !== actors) {
      const list = actors.flatMap(({ name, character }): FleshCharacter[] => {
        if (!character) return [];
        const joints = listJoints(character.actor.rig);
        return [{ actor: name, joints, groups: guessGroups(joints) }];
      });
      this.characters = { of: actors, list };
    }
    return this.characters.list;
  }

  private findPart(name: string): SceneFlesh | undefined {
    return fleshOf(this.scene).find((part) => part.name === name);
  }

  private paramsOf(name: string): FleshParams | null {
    try {
      const system = parseScene(this.scene).systems.find((one) => one.name === name);
      return (system?.params as unknown as FleshParams | undefined) ?? null;
    } catch {
      // The run reports the faults, so nothing is reported here.
      return null;
    }
  }

  private preparedPart(name: string): LivePart | null {
    const prepared = this.prepared.find((one) => one.name === name);
    const params = this.paramsOf(name);
    return prepared && params ? { prepared, params } : null;
  }

  private livePartsOf(actor: string): LivePart[] {
    return this.prepared
      .filter((one) => one.actor === actor)
      .flatMap((prepared) => {
        const params = this.paramsOf(prepared.name);
        return params ? [{ prepared, params }] : [];
      });
  }

  /** Returns the character as it stands still. Null if it is not on the screen as in its file. */
  private freeze(actor: string): FrozenCharacter | null {
    const picture = this.options.picture();
    const opened = picture?.actors.find(({ name }) => name === actor);
    const shown = picture?.stage.actor(actor);
    if (!picture || !opened?.character || !shown?.meshes) {
      this.options.say(`${actor} cannot be edited: its own model is not on the screen.`);
      return null;
    }
    this.options.began();
    const { client, start } = this.options;
    client.playback.isPlaying = false;
    const time = () => start() + client.playback.playhead / ticksPerSecond;
    return new FrozenCharacter(picture.stage, shown, opened, opened.character.actor.rig, time);
  }

  private begin(work: FleshWork): void {
    this.leave();
    const part = this.findPart(work.name);
    const prepared = this.preparedPart(work.name);
    const actor = prepared?.prepared.actor ?? String(part?.entry.actor ?? this.listCharacters()[0]?.actor);
    if (!part || (work.kind !== 'paint' && !prepared)) return;
    const character = this.freeze(actor);
    if (!character) return;
    const { rig } = character;
    switch (work.kind) {
      case 'modes':
        this.tool = new ModeTool(character, ownPart(prepared!), work.mode);
        break;
      case 'live': {
        const node = prepared!.prepared.part.node;
        this.tool = new LiveTool(character, this.livePartsOf(actor), node, work.grip);
        break;
      }
      case 'paint':
        this.tool = new PaintTool({
          character,
          weights: maskOf(this.options.document()!, part, rig),
          threshold: this.paramsOf(work.name)?.threshold ?? 0.5,
          settings: () => this.settings.paint,
          painted: () => {
            if (this.work?.kind !== 'paint' || !(this.tool instanceof PaintTool)) return;
            this.work = { ...this.work, canUndo: this.tool.canUndo };
            this.options.changed();
          },
          showRing: (ring) => this.ring.show(ring),
        });
        break;
    }
    this.work = work;
    if (work.kind === 'modes') this.showMode(work.mode);
    this.options.changed();
  }

  private showMode(mode: number): void {
    const { work, tool } = this;
    if (work?.kind !== 'modes' || !(tool instanceof ModeTool)) return;
    const part = this.preparedPart(work.name);
    if (!part) return;
    const own = ownPart(part);
    tool.show(own, mode);
    this.work = { ...work, mode, description: modeText(own, mode) };
    this.options.changed();
  }

  private keepPaint(name: string, tool: PaintTool): void {
    const part = this.findPart(name);
    if (!part) return;
    const { entry } = part;
    const joints = Array.isArray(entry.joints) ? (entry.joints as string[]) : [];
    const rig = this.options
      .picture()
      ?.actors.find(({ character }) =>
        character?.actor.rig.surfaces.every(
          ({ positions }, surface) => tool.weights[surface]?.length === positions.length / 3,
        ),
      )?.character?.actor.rig;
    const node = this.prepared.find((one) => one.name === name)?.part.node;
    const bone = (node === undefined ? joints[0] : rig?.nodes[node].name) ?? null;
    this.options.change((document) => setMask(document, part, [...tool.weights], bone || null));
  }

  private setDraft(draft: JointDraft): void {
    this.draft = draft;
    const character = this.listCharacters().find(({ actor }) => actor === draft.actor);
    const chosen = character?.joints.filter(({ name }) => draft.joints.has(name)) ?? [];
    if (this.tool instanceof PickTool) this.tool.show(chosen.map(({ node }) => node));
    this.options.changed();
  }

  private beginDraft(draft: JointDraft): void {
    this.leave();
    const character = this.freeze(draft.actor);
    if (character) this.tool = new PickTool(character, (joint) => this.actions.toggleJoint(joint));
    this.setDraft(draft);
  }

  private applyDraft(): void {
    const { draft } = this;
    const characters = this.listCharacters();
    const character = characters.find(({ actor }) => actor === draft?.actor);
    this.leave();
    this.draft = null;
    if (!draft || !character) {
      this.options.changed();
      return;
    }
    const { system, joints, actor } = draft;
    if (system !== null) {
      const names = character.joints.map(({ name }) => name).filter((name) => joints.has(name));
      const location = `systems.${system}` as const;
      this.options.change((document) => {
        const scene = setValue(document.scene, location, 'joints', names.length > 0 ? names : undefined);
        // The painted weights were initialised from the joints, so they replace the joints.
        return { ...document, scene: setValue(scene, location, 'mask', undefined) };
      });
      return;
    }
    const parts = splitJoints(character.joints, joints);
    const requests = parts.map((part) => ({ actor, joints: part, name: namePart(part, character.groups) }));
    if (requests.length === 0) requests.push({ actor, joints: [], name: 'body' });
    this.options.change((document) => ({ ...document, scene: addFlesh(document.scene, requests) }));
  }

  private createActions(): FleshActions {
    return {
      startDraft: (system) => {
        const part = fleshOf(this.scene).find(({ index }) => index === system);
        const joints = new Set(Array.isArray(part?.entry.joints) ? (part.entry.joints as string[]) : []);
        const actor = String(part?.entry.actor ?? this.listCharacters()[0]?.actor ?? '');
        this.beginDraft({ system, actor, joints });
      },
      chooseActor: (actor) => {
        if (this.draft) this.beginDraft({ ...this.draft, actor, joints: new Set() });
      },
      setJoints: (joints) => this.draft && this.setDraft({ ...this.draft, joints: new Set(joints) }),
      toggleJoint: (joint) => {
        if (!this.draft) return;
        const joints = new Set(this.draft.joints);
        if (!joints.delete(joint)) joints.add(joint);
        this.setDraft({ ...this.draft, joints });
      },
      applyDraft: () => this.applyDraft(),
      cancelDraft: () => {
        this.leave();
        this.draft = null;
        this.options.changed();
      },
      remove: (system) => {
        this.leave();
        this.options.change((document) => ({ ...document, scene: removeSystem(document.scene, system) }));
      },
      chooseMaterial: (system, material) =>
        this.options.change((document) => ({
          ...document,
          scene: chooseFleshMaterial(document.scene, system, material),
        })),
      toggleWork: (kind, name) => {
        const { work } = this;
        if (work?.kind === kind && work.name === name) this.leave();
        else if (kind === 'modes') this.begin({ kind, name, mode: 0, description: '' });
        else if (kind === 'live') this.begin({ kind, name, grip: 'joint' });
        else this.begin({ kind, name, canUndo: false });
      },
      showMode: (mode) => this.showMode(mode),
      setGrip: (grip) => {
        if (this.work?.kind !== 'live' || !(this.tool instanceof LiveTool)) return;
        this.tool.setGrip(grip);
        this.work = { ...this.work, grip };
        this.options.changed();
      },
      shake: () => {
        if (this.tool instanceof LiveTool) this.tool.shake();
      },
      bend: (share) => {
        if (this.tool instanceof LiveTool) this.tool.bend(share);
      },
      setPaint: (change) => {
        this.paint = { ...this.paint, ...change };
        this.options.changed();
      },
      paintInTheMiddle: () => {
        const { clientWidth, clientHeight } = this.options.canvas();
        if (this.tool instanceof PaintTool) this.tool.dabAt(clientWidth / 2, clientHeight / 2);
      },
      undoPaint: () => {
        if (this.tool instanceof PaintTool) this.tool.undo();
      },
      fillPaint: (weight) => {
        if (this.tool instanceof PaintTool) this.tool.fill(weight);
      },
    };
  }
}

/** Returns the part with the material that its parameters select. */
function ownPart({ prepared, params }: LivePart): FleshPart {
  return applyMaterial(prepared.part, resolveMaterial(params));
}
