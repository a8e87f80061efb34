// Made by live-params.test.ts from the parameters of the ground: npx vitest run src/live/live-params.test.ts -u
import type { groundParams } from '../systems/ground/params.ts';

/** The parameters of a live ground without their texts, which would make pages larger. They are those of a scene's ground. */
export const liveParams = {
  "material": {
    "type": "choice",
    "choices": [
      "sand",
      "mud",
      "snow"
    ],
    "default": "sand"
  },
  "insideSlope": {
    "type": "number",
    "unit": "rad",
    "min": 0,
    "max": 1.5707963267948966,
    "keyable": true
  },
  "outsideSlope": {
    "type": "number",
    "unit": "rad",
    "min": 0,
    "max": 1.5707963267948966,
    "keyable": true
  },
  "roughness": {
    "type": "number",
    "unit": "",
    "min": 0,
    "max": 0.49,
    "keyable": true
  },
  "liquidity": {
    "type": "number",
    "unit": "rad",
    "min": 0,
    "max": 1.5707963267948966,
    "keyable": true
  },
  "displacedFraction": {
    "type": "number",
    "unit": "",
    "min": 0,
    "max": 1,
    "keyable": true
  },
  "sinkage": {
    "type": "number",
    "unit": "",
    "min": 0,
    "max": 0.5
  },
  "cell": {
    "type": "number",
    "unit": "m",
    "min": 0,
    "max": 1,
    "open": true,
    "default": 0.01
  },
  "rate": {
    "type": "integer",
    "unit": "1/s",
    "min": 24,
    "max": 2000,
    "default": 120
  },
  "size": {
    "type": "vector",
    "unit": "m",
    "length": 2,
    "min": 0,
    "max": 10000000,
    "open": true
  },
  "center": {
    "type": "vector",
    "unit": "m",
    "length": 2,
    "min": -10000000,
    "max": 10000000
  },
  "noiseAmplitude": {
    "type": "number",
    "unit": "m",
    "min": 0,
    "max": 1000,
    "default": 0.003
  },
  "noiseWavelength": {
    "type": "number",
    "unit": "m",
    "min": 0,
    "max": 1000000,
    "open": true,
    "default": 0.8
  },
  "noiseOctaves": {
    "type": "integer",
    "unit": "",
    "min": 1,
    "max": 8,
    "default": 3
  },
  "paper": {
    "type": "choice",
    "choices": [
      "off",
      "1998",
      "1999"
    ],
    "default": "off"
  },
  "contour": {
    "type": "choice",
    "choices": [
      "chamfer",
      "eight-way",
      "four-way"
    ],
    "default": "chamfer"
  },
  "limitFlow": {
    "type": "flag",
    "default": false
  },
  "diagonalWeight": {
    "type": "choice",
    "choices": [
      "weighted",
      "equal"
    ],
    "default": "weighted"
  },
  "contactRule": {
    "type": "choice",
    "choices": [
      "touching",
      "moved"
    ],
    "default": "touching"
  },
  "contactColumns": {
    "type": "choice",
    "choices": [
      "walls",
      "yielding"
    ],
    "default": "walls"
  },
  "insideSlopeRule": {
    "type": "choice",
    "choices": [
      "pressed",
      "contact",
      "neighbor"
    ],
    "default": "pressed"
  },
  "displacedMaterial": {
    "type": "choice",
    "choices": [
      "pushed",
      "compacted"
    ],
    "default": "pushed"
  },
  "sweep": {
    "type": "flag",
    "default": true
  },
  "passesPerSecond": {
    "type": "number",
    "unit": "1/s",
    "min": 0,
    "max": 1000000,
    "keyable": true
  },
  "extraFlow": {
    "type": "choice",
    "choices": [
      "steep",
      "all"
    ],
    "default": "steep"
  },
  "extraPasses": {
    "type": "integer",
    "unit": "",
    "min": 0,
    "max": 10000
  },
  "looseDepth": {
    "type": "number",
    "unit": "m",
    "min": 0,
    "max": 100
  },
  "compactedSlope": {
    "type": "number",
    "unit": "rad",
    "min": 0,
    "max": 1.5707963267948966,
    "keyable": true
  },
  "forwardBias": {
    "type": "number",
    "unit": "",
    "min": 0,
    "max": 1,
    "default": 0,
    "keyable": true
  },
  "waterLevel": {
    "type": "number",
    "unit": "m",
    "min": -1000000,
    "max": 1000000,
    "keyable": true
  },
  "capillaryRise": {
    "type": "number",
    "unit": "m",
    "min": 0,
    "max": 1000,
    "default": 0.1,
    "keyable": true
  },
  "wetSlope": {
    "type": "number",
    "unit": "rad",
    "min": 0,
    "max": 1.5707963267948966,
    "keyable": true
  },
  "dryingHalfLife": {
    "type": "number",
    "unit": "s",
    "min": 0,
    "max": 1000000000,
    "open": true,
    "keyable": true,
    "integral": {
      "name": "driedHalfLives",
      "of": "inverse"
    }
  },
  "stones": {
    "type": "list",
    "expected": "a stone",
    "kinds": {
      "one": {
        "fields": {
          "position": {
            "type": "vector",
            "unit": "m",
            "length": 2,
            "min": -10000000,
            "max": 10000000,
            "default": [
              0,
              0
            ]
          },
          "radius": {
            "type": "number",
            "unit": "m",
            "min": 0,
            "max": 100,
            "open": true,
            "default": 0.1
          },
          "height": {
            "type": "number",
            "unit": "m",
            "min": 0,
            "max": 100
          }
        }
      }
    }
  },
  "stonesPerSquareMetre": {
    "type": "number",
    "unit": "1/m²",
    "min": 0,
    "max": 1000,
    "default": 0
  },
  "stoneRadius": {
    "type": "vector",
    "unit": "m",
    "length": 2,
    "min": 0,
    "max": 100,
    "open": true,
    "default": [
      0.02,
      0.06
    ]
  },
  "snowfall": {
    "type": "number",
    "unit": "m/s",
    "min": 0,
    "max": 1,
    "default": 0,
    "keyable": true,
    "integral": {
      "name": "snowFallen",
      "of": "value"
    }
  },
  "snowDrift": {
    "type": "number",
    "unit": "m",
    "min": 0,
    "max": 1,
    "default": 0.05
  },
  "windSmoothing": {
    "type": "number",
    "unit": "m²/s",
    "min": 0,
    "max": 0.01,
    "default": 0,
    "keyable": true,
    "integral": {
      "name": "windSmoothed",
      "of": "value"
    }
  },
  "washHalfLife": {
    "type": "number",
    "unit": "s",
    "min": 0.01,
    "max": 1000000000
  },
  "stickingDepth": {
    "type": "number",
    "unit": "m",
    "min": 0,
    "max": 0.05,
    "default": 0
  },
  "stickingHalfLife": {
    "type": "number",
    "unit": "s",
    "min": 0.01,
    "max": 1000000000
  },
  "color": {
    "type": "vector",
    "length": 3,
    "unit": "",
    "min": 0,
    "max": 1
  },
  "dampness": {
    "type": "number",
    "unit": "",
    "min": 0,
    "max": 1
  },
  "sparkle": {
    "type": "number",
    "unit": "",
    "min": 0,
    "max": 4
  },
  "grain": {
    "type": "number",
    "unit": "",
    "min": 0,
    "max": 4
  },
  "materialName": {
    "type": "text",
    "expected": "a name"
  },
  "spray": {
    "type": "flag",
    "default": false
  },
  "adhesion": {
    "type": "number",
    "unit": "m",
    "min": 0,
    "max": 1,
    "keyable": true
  },
  "sprayTime": {
    "type": "number",
    "unit": "s",
    "min": 0,
    "max": 1000,
    "open": true,
    "keyable": true
  },
  "sprayParticleSize": {
    "type": "number",
    "unit": "m",
    "min": 0,
    "max": 1,
    "open": true
  },
  "spraySpeed": {
    "type": "number",
    "unit": "m/s",
    "min": 0,
    "max": 1000,
    "open": true,
    "keyable": true
  },
  "sprayAcceleration": {
    "type": "number",
    "unit": "m/s²",
    "min": 0,
    "max": 100000,
    "open": true,
    "default": 60,
    "keyable": true
  },
  "sprayRule": {
    "type": "choice",
    "choices": [
      "speed",
      "acceleration"
    ],
    "default": "speed"
  },
  "sprayPower": {
    "type": "number",
    "unit": "",
    "min": 0,
    "max": 100,
    "keyable": true
  },
  "sprayJitter": {
    "type": "number",
    "unit": "",
    "min": 0,
    "max": 10,
    "keyable": true
  },
  "sprayContact": {
    "type": "choice",
    "choices": [
      "leaving",
      "sliding"
    ],
    "default": "leaving"
  },
  "sprayLift": {
    "type": "number",
    "unit": "",
    "min": 0,
    "max": 10,
    "default": 0.4,
    "keyable": true
  },
  "sprayDrag": {
    "type": "number",
    "unit": "1/s",
    "min": 0,
    "max": 1000,
    "keyable": true
  },
  "clodSize": {
    "type": "number",
    "unit": "m",
    "min": 0,
    "max": 1,
    "default": 0
  },
  "clodFraction": {
    "type": "number",
    "unit": "",
    "min": 0,
    "max": 1,
    "default": 0.5
  },
  "maxSprayParticles": {
    "type": "integer",
    "unit": "",
    "min": 1,
    "max": 10000000,
    "default": 200000
  }
} as unknown as typeof groundParams;

/** Names of the parameters of a scene's ground that need files. */
export const fileParams: readonly string[] = ["terrain","terrainTiles","terrainFitTo","terrainMin","terrainMax","terrainScale","terrainSpacing","terrainChannel","terrainEncoding","terrainByteOrder","terrainUp","terrainPoint","terrainNoise","terrainStable","stamps","wetnessMap","stoneMap"];

/** Names of those that determine how a scene's ground carries weight. */
export const weightParams: readonly string[] = ["cohesiveModulus","frictionalModulus","sinkageExponent","cohesion","frictionAngle","shearDisplacement","density","layerDepth"];

/** Names of those that live grounds do not have: of snow on bodies, and of cracks. */
export const bakeParams: readonly string[] = ["snowCover","snowCoverSlope","crackSpacing","crackWidth","crackDepth"];
