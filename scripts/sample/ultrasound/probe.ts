/** The transducer's face and field. Depth runs from the face along each beam. */
export type Probe =
  | { readonly kind: 'linear'; readonly widthMm: number }
  | { readonly kind: 'curved'; readonly radiusMm: number; readonly fieldDegrees: number };

/** Beams that one picture is made of. */
export const BEAM_COUNT = 192;
/** Echo samples along a beam. */
export const SAMPLE_COUNT = 420;

export interface Point {
  x: number;
  z: number;
}

/** Where an echo from `depthMm` on beam `beam` comes from; x to the right, z down from the middle of the face. */
export function beamPoint(probe: Probe, beam: number, depthMm: number, out: Point): void {
  const share = beam / (BEAM_COUNT - 1) - 0.5;
  if (probe.kind === 'linear') {
    out.x = share * probe.widthMm;
    out.z = depthMm;
    return;
  }
  const angle = (share * probe.fieldDegrees * Math.PI) / 180;
  out.x = (probe.radiusMm + depthMm) * Math.sin(angle);
  out.z = (probe.radiusMm + depthMm) * Math.cos(angle) - probe.radiusMm;
}

/** Half the width of the picture and the height of its highest point above z = 0, in mm. */
export function fieldExtent(probe: Probe, depthMm: number): { readonly halfWidthMm: number; readonly riseMm: number } {
  if (probe.kind === 'linear') return { halfWidthMm: probe.widthMm / 2, riseMm: 0 };
  const half = (probe.fieldDegrees * Math.PI) / 360;
  return {
    halfWidthMm: (probe.radiusMm + depthMm) * Math.sin(half),
    riseMm: probe.radiusMm * (1 - Math.cos(half)),
  };
}

/** The reverse of `beamPoint`: beam and depth (mm) for a point; outside the field the beam lies outside 0 to BEAM_COUNT - 1. */
export function pointBeam(probe: Probe, x: number, z: number): { readonly beam: number; readonly depthMm: number } {
  if (probe.kind === 'linear') return { beam: (x / probe.widthMm + 0.5) * (BEAM_COUNT - 1), depthMm: z };
  const share = ((Math.atan2(x, z + probe.radiusMm) * 180) / Math.PI / probe.fieldDegrees + 0.5) * (BEAM_COUNT - 1);
  return { beam: share, depthMm: Math.hypot(x, z + probe.radiusMm) - probe.radiusMm };
}
