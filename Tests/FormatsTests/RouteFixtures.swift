import Formats
import WaybenchCore

/// Answers of routing services about invented roads in the open ocean.
enum RouteFixtures {
  /// The line of all answers: north, east, round a roundabout, north-east.
  static let line = [
    (40.0000, -20.0000), (40.0010, -20.0000), (40.0020, -20.0000), (40.0020, -19.9980), (40.0022, -19.9975),
    (40.0025, -19.9970), (40.0030, -19.9960),
  ].map { Coordinate(clampingLatitude: $0.0, longitude: $0.1) }

  /// A part of the line as a JSON text of this many decimals.
  static func encoded(_ range: ClosedRange<Int>, _ precision: EncodedPolyline.Precision) -> String {
    let text = EncodedPolyline.encode(Array(line[range]), precision: precision)
    return "\"" + text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\") + "\""
  }

  /// Puts encoded parts of the line in the place of words such as `LINE:0-2`.
  static func filled(_ text: String, _ precision: EncodedPolyline.Precision) -> [UInt8] {
    var result = text
    for first in line.indices {
      for last in first..<line.count {
        result = result.replacing("\"LINE:\(first)-\(last)\"", with: encoded(first...last, precision))
      }
    }
    return Array(result.utf8)
  }

  static let osrm = """
    {"code":"Ok","routes":[{"geometry":{"coordinates":[[-20,40],[-20,40.001],[-20,40.002],[-19.998,40.002],
    [-19.9975,40.0022],[-19.997,40.0025],[-19.996,40.003]],"type":"LineString"},"legs":[{"steps":[
    {"intersections":[{"out":0,"entry":[true],"bearings":[0],"location":[-20,40]},
    {"out":0,"in":2,"entry":[true,true,false],"bearings":[0,90,180],"location":[-20,40.001],"classes":["tunnel"]}],
    "driving_side":"left","geometry":{"coordinates":[[-20,40],[-20,40.001],[-20,40.002]],"type":"LineString"},
    "mode":"driving","maneuver":{"bearing_after":0,"bearing_before":0,"location":[-20,40],"type":"depart"},
    "weight":31.5,"duration":31.5,"name":"Quay Street","distance":222.1},
    {"intersections":[{"out":0,"in":1,"entry":[true,false,true],"bearings":[90,180,270],"location":[-20,40.002],
    "classes":["toll","motorway"],"lanes":[{"valid":false,"indications":["left"]},
    {"valid":true,"indications":["straight","right"]},{"valid":true,"indications":["right"]}]}],
    "driving_side":"left","geometry":{"coordinates":[[-20,40.002],[-19.998,40.002]],"type":"LineString"},
    "ref":"A 7","destinations":"A 7: Port, Light House","exits":"12; 13","pronunciation":"harber road","mode":"driving",
    "maneuver":{"bearing_after":90,"bearing_before":0,"location":[-20,40.002],"modifier":"right","type":"off ramp"},
    "weight":14,"duration":12.4,"name":"Harbour Road","distance":170.8},
    {"intersections":[{"out":0,"in":1,"entry":[true,false],"bearings":[62,270],"location":[-19.998,40.002]}],
    "driving_side":"left","geometry":{"coordinates":[[-19.998,40.002],[-19.9975,40.0022],[-19.997,40.0025]],
    "type":"LineString"},"rotary_name":"North Circle","rotary_pronunciation":"north sirkel","mode":"driving",
    "maneuver":{"exit":2,"bearing_after":62,"bearing_before":90,"location":[-19.998,40.002],"modifier":"slight left",
    "type":"rotary"},"weight":9.5,"duration":9.5,"name":"Light House Way","distance":101.9},
    {"intersections":[{"out":0,"in":1,"entry":[true,false],"bearings":[57,232],"location":[-19.997,40.0025]}],
    "driving_side":"left","geometry":{"coordinates":[[-19.997,40.0025],[-19.996,40.003]],"type":"LineString"},
    "mode":"driving","maneuver":{"exit":2,"bearing_after":57,"bearing_before":52,"location":[-19.997,40.0025],
    "modifier":"straight","type":"exit rotary"},"weight":8,"duration":8,"name":"Light House Way","distance":101.8},
    {"intersections":[{"in":0,"entry":[true],"bearings":[237],"location":[-19.996,40.003]}],"driving_side":"left",
    "geometry":{"coordinates":[[-19.996,40.003],[-19.996,40.003]],"type":"LineString"},"mode":"driving",
    "maneuver":{"bearing_after":0,"bearing_before":57,"location":[-19.996,40.003],"modifier":"left","type":"arrive"},
    "weight":0,"duration":0,"name":"Light House Way","distance":0}],
    "distance":596.6,"duration":61.4,"summary":"Quay Street, Harbour Road","weight":63}],
    "distance":596.6,"duration":61.4,"weight_name":"routability","weight":63}],
    "waypoints":[{"hint":"x8EAgP___38","distance":3.25,"name":"Quay Street","location":[-20,40]},
    {"hint":"yMEAgP___38","distance":0.41,"name":"Light House Way","location":[-19.996,40.003]}]}
    """

  /// Two legs; the second begins with a ferry.
  static let valhalla = """
    {"admins":null,"code":"Ok","routes":[{"distance":596.612,"duration":311.25,"geometry":"LINE:0-6","legs":[
    {"admins":[{"iso_3166_1":"XO"}],"distance":222.1,"duration":31.5,"steps":[
    {"bannerInstructions":[{"distanceAlongGeometry":222,"primary":{"components":[{"text":"Pier","type":"text"}],
    "modifier":"right","text":"Pier","type":"arrive"}}],"distance":222.1,"driving_side":"right","duration":31.5,
    "geometry":"LINE:0-2","intersections":[{"admin_index":0,"bearings":[0],"duration":31.5,"entry":[true],
    "geometry_index":0,"location":[-20,40],"out":0,"weight":33}],
    "maneuver":{"bearing_after":0,"bearing_before":0,"instruction":"Drive north on Quay Street/B 1.",
    "location":[-20,40],"modifier":"up","type":"depart"},"mode":"driving","name":"Quay Street","ref":"B 1",
    "speedLimitSign":"vienna","speedLimitUnit":"km/h","voiceInstructions":[{"announcement":"Drive north.",
    "distanceAlongGeometry":222,"ssmlAnnouncement":"<speak>Drive north.</speak>"}],"weight":33},
    {"bannerInstructions":[],"distance":0,"driving_side":"right","duration":0,"geometry":"LINE:2-2",
    "intersections":[{"admin_index":0,"bearings":[180],"entry":[true],"geometry_index":2,"in":0,
    "location":[-20,40.002]}],"maneuver":{"bearing_after":0,"bearing_before":0,
    "instruction":"You have arrived at your 1st destination.","location":[-20,40.002],"type":"arrive"},
    "mode":"driving","name":"","voiceInstructions":[],"weight":0}],
    "summary":"Quay Street","via_waypoints":[],"weight":33},
    {"distance":374.5,"duration":279.75,"steps":[
    {"distance":170.8,"driving_side":"right","duration":240,"geometry":"LINE:2-3",
    "intersections":[{"bearings":[90],"classes":["ferry"],"entry":[true],"geometry_index":0,"location":[-20,40.002],
    "out":0}],"maneuver":{"bearing_after":90,"bearing_before":0,"instruction":"Take the Ocean Ferry.",
    "location":[-20,40.002],"type":"depart"},"mode":"ferry","name":"Ocean Ferry","weight":300},
    {"destinations":"Light House","distance":203.7,"driving_side":"right","duration":39.75,"exits":"4",
    "geometry":"LINE:3-6","intersections":[{"bearings":[62,270],"entry":[true,false],"geometry_index":1,"in":1,
    "lanes":[{"active":true,"indications":["slight left","straight"],"valid":true,"valid_indication":"slight left"},
    {"active":false,"indications":["right"],"valid":false}],"location":[-19.998,40.002],"out":0}],
    "maneuver":{"bearing_after":62,"bearing_before":90,"instruction":"Keep left.","location":[-19.998,40.002],
    "modifier":"slight left","type":"fork"},"mode":"driving","name":"Light House Way","weight":44},
    {"distance":0,"driving_side":"right","duration":0,"geometry":"LINE:6-6","intersections":[],
    "maneuver":{"bearing_after":0,"bearing_before":57,"instruction":"You have arrived.","location":[-19.996,40.003],
    "modifier":"left","type":"arrive"},"mode":"driving","name":"","weight":0}],
    "summary":"Ocean Ferry, Light House Way","via_waypoints":[],"weight":344}],
    "weight":377,"weight_name":"auto"}],"waypoints":[{"distance":0.5,"location":[-20,40],"name":"Quay Street"},
    {"distance":2,"location":[-20,40.002],"name":"Pier"},{"distance":0,"location":[-19.996,40.003],"name":""}]}
    """

  /// A silent waypoint, waypoints inside the route, members that are null or of another kind.
  static let mapbox = """
    {"routes":[{"weight_typical":70.125,"duration_typical":64.5,"weight_name":"auto","weight":68.25,"duration":"62.75",
    "distance":596.611,"voiceLocale":"en","geometry":"LINE:0-6",
    "waypoints":[{"name":"Quay Street","location":[-20,40]},{"name":"Half","location":[-19.998,40.002]},
    {"name":null,"location":[-19.996,40.003]}],
    "legs":[{"via_waypoints":[{"waypoint_index":1,"distance_from_start":392.9,"geometry_index":3}],"admins":[],
    "annotation":{"speed":[9.1,null,"x"],"maxspeed":[{"speed":50,"unit":"km/h"},{"unknown":true},{"none":true}]},
    "weight_typical":null,"duration_typical":64.5,"weight":68.25,"duration":62.75,"distance":596.611,"steps":[
    {"voiceInstructions":[{"ssmlAnnouncement":"<speak>Go</speak>","announcement":"Go","distanceAlongGeometry":222.1}],
    "bannerInstructions":[{"primary":{"type":"turn","modifier":"right","text":"Harbour Road","components":[]},
    "sub":{"type":null,"text":"","components":[{"type":"lane","text":"","active":true,"directions":["right"]}]},
    "secondary":null,"distanceAlongGeometry":222.1}],
    "intersections":[{"bearings":[0],"entry":[true],"out":0,"location":[-20,40],"is_urban":true,
    "mapbox_streets_v8":{"class":"primary"},"geometry_index":0,"admin_index":0},
    {"bearings":[0,90,180],"entry":[true,true,false],"in":2,"out":0,"location":[-20,40.001],"lanes":null,
    "toll_collection":{"type":"toll_booth"},"turn_weight":0.5,"geometry_index":1}],
    "maneuver":{"type":"depart","instruction":"Drive north on Quay Street.","bearing_after":0,"bearing_before":0,
    "location":[-20,40]},"speedLimitUnit":"km/h","name":"Quay Street","duration_typical":32,"duration":31.5,
    "distance":222.1,"driving_side":"right","weight":34,"mode":"driving","geometry":"LINE:0-2"},
    {"intersections":[{"bearings":[90,180,270],"entry":[true,false,true],"in":1,"out":0,"location":[-20,40.002],
    "lanes":[{"indications":["left"],"valid":false,"active":false},
    {"indications":["straight","right"],"valid_indication":"right","valid":true,"active":false},
    {"indications":["right"],"valid_indication":"right","valid":true,"active":true},
    {"indications":[],"valid":true,"active":false}]}],
    "maneuver":{"type":"turn","modifier":"right","instruction":"Turn right.","bearing_after":90.4,"bearing_before":null,
    "location":[-20,40.002]},"name":"Harbour Road","ref":7,"pronunciation":null,"duration":12.5,"distance":170.8,
    "driving_side":"right","weight":15,"mode":"driving","geometry":"LINE:2-3"},
    {"rotary_name":"North Circle","intersections":[{"bearings":[62,270],"entry":[true,false],"in":1,"out":0,
    "location":[-19.998,40.002]}],"maneuver":{"type":"rotary","exit":"3","modifier":"straight","bearing_after":62,
    "bearing_before":90,"location":[-19.998,40.002]},"name":"","duration":18.75,"distance":203.7,
    "driving_side":"right","weight":19.25,"mode":"driving","geometry":"LINE:3-6"},
    {"intersections":[{"bearings":[237],"entry":[true],"in":0,"location":[-19.996,40.003]}],
    "maneuver":{"type":"arrive","bearing_after":0,"bearing_before":57,"location":[-19.996,40.003]},"name":"",
    "duration":0,"distance":0,"driving_side":"right","weight":0,"mode":"driving","geometry":"LINE:6-6"}],
    "summary":"Quay Street, Harbour Road"}]}],
    "waypoints":[{"name":"wrong","location":[0,0]}],"code":"Ok","uuid":"b0"}
    """

  static let google = """
    {"routes":[{"legs":[{"distanceMeters":597,"duration":"120s","staticDuration":"60s",
    "polyline":{"encodedPolyline":"LINE:0-6"},
    "startLocation":{"latLng":{"latitude":40,"longitude":-20}},
    "endLocation":{"latLng":{"latitude":40.003,"longitude":-19.996}},"steps":[
    {"distanceMeters":222,"staticDuration":"30s","polyline":{"encodedPolyline":"LINE:0-2"},
    "startLocation":{"latLng":{"latitude":40,"longitude":-20}},
    "endLocation":{"latLng":{"latitude":40.002,"longitude":-20}},
    "navigationInstruction":{"maneuver":"DEPART","instructions":"Head north on Quay St toward Harbour Rd"},
    "localizedValues":{"distance":{"text":"0.2 km"},"staticDuration":{"text":"1 min"}},"travelMode":"DRIVE"},
    {"distanceMeters":171,"staticDuration":"10s","polyline":{"encodedPolyline":"LINE:2-3"},
    "startLocation":{"latLng":{"latitude":40.002,"longitude":-20}},
    "navigationInstruction":{"maneuver":"TURN_RIGHT","instructions":"Turn right onto Harbour Rd\\nToll road"},
    "travelMode":"DRIVE"},
    {"distanceMeters":204,"staticDuration":"20s","polyline":{"encodedPolyline":"LINE:3-6"},
    "startLocation":{"latLng":{"latitude":40.002,"longitude":-19.998}},
    "navigationInstruction":{"maneuver":"FERRY","instructions":"Take the ferry"},"travelMode":"DRIVE"}]}],
    "distanceMeters":597,"duration":"120s","staticDuration":"60s","polyline":{"encodedPolyline":"LINE:0-6"},
    "description":"Quay St and Harbour Rd","warnings":["This route has tolls."],
    "viewport":{"low":{"latitude":40,"longitude":-20},"high":{"latitude":40.003,"longitude":-19.996}},
    "travelAdvisory":{"tollInfo":{}},"routeLabels":["DEFAULT_ROUTE"],"routeToken":"CuAB_opaque-7Q=="},
    {"legs":[{"distanceMeters":597,"duration":"150.5s"}],"distanceMeters":597,"duration":"150.5s",
    "polyline":{"geoJsonLinestring":{"type":"LineString","coordinates":[[-20,40],[-20,40.002],[-19.996,40.003]]}},
    "routeLabels":["DEFAULT_ROUTE_ALTERNATE","FUEL_EFFICIENT"]}],
    "geocodingResults":{"origin":{"geocoderStatus":{}}}}
    """
}
